#include "lowering/kernels/choice.h"

#include "runtime/format/text.h"

namespace qopt {

std::string textOf(const Choice &choice) {
  const std::string name(choice.kernel->name);
  return choice.kernel->space.empty() ? name : name + " " + qrt::text(choice.parameters);
}

std::optional<qrt::LoadStep> packingOf(const Choice &choice, const CallSite &site,
                                       const qrt::Call &call) {
  return choice.kernel->packing ? choice.kernel->packing(site, call, choice.parameters)
                                : std::nullopt;
}

} // namespace qopt

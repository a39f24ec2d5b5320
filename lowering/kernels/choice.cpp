#include "lowering/kernels/choice.h"

#include "runtime/format/text.h"

namespace qopt {

std::string textOf(const Choice &choice) {
  const std::string name(choice.kernel->name);
  return choice.kernel->space.empty() ? name : name + " " + qrt::text(choice.parameters);
}

} // namespace qopt

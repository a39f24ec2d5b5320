#include "lowering/families/standardize/launch.h"

#include "lowering/emit/extents.h"

#include <bit>

namespace qopt {

using qrt::ElementType;

Facts factsOf(const CallSite &, const qrt::StandardizeCall &call) {
  return {.types = {ElementType::F32}, .reduced = call.shape.axis};
}

qrt::Status emit(LaunchDraft &draft, const qrt::StandardizeCall &call) {
  qrt::Status fits = requireIndex32(draft, {call.shape.axis});
  if (!fits.ok())
    return fits;
  draft.define("AXIS", call.shape.axis);
  draft.define("CENTERED", int64_t(call.shape.centered));
  const auto epsilon = std::bit_cast<uint32_t>(call.shape.epsilon);
  draft.define("EPSILON", "AS_F32(" + std::to_string(epsilon) + "u)");
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  emitRows(draft, call.shape.axis, call.outer);
  return addEpilogue(draft, call.epilogue, {}, 1);
}

} // namespace qopt

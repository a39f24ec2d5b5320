#include "lowering/families/standardize/launch.h"

#include "lowering/emit/extents.h"

#include <bit>

namespace qopt {

Facts factsOf(const CallSite &site, const qrt::StandardizeCall &call) {
  return {.types = {site.typeOf(call.input)}, .reduced = call.shape.axis};
}

qrt::Status emit(LaunchDraft &draft, const qrt::StandardizeCall &call) {
  qrt::Status fits = requireIndex32(draft, {call.shape.axis});
  if (!fits.ok())
    return fits;
  const CallSite site = draft.site();
  draft.define("AXIS", call.shape.axis);
  draft.defineFactor("ROW", {{}, {site.typeOf(call.input), 0}});
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

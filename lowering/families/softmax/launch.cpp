#include "lowering/families/softmax/launch.h"

#include "lowering/emit/extents.h"

namespace qopt {

using qrt::ElementType;

Facts factsOf(const CallSite &, const qrt::SoftmaxCall &call) {
  return {.types = {ElementType::F32}, .reduced = call.axis};
}

qrt::Status emit(LaunchDraft &draft, const qrt::SoftmaxCall &call) {
  qrt::Status fits = requireIndex32(draft, {call.axis});
  if (!fits.ok())
    return fits;
  draft.define("AXIS", call.axis);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  emitRows(draft, call.axis, call.outer);
  return addEpilogue(draft, call.epilogue, {}, 1);
}

} // namespace qopt

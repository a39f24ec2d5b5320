#include "lowering/families/pool2d/launch.h"

#include "lowering/emit/accumulator.h"
#include "lowering/emit/extents.h"

namespace qopt {

using qrt::ElementType;

Facts factsOf(const CallSite &, const qrt::Pool2dCall &call) {
  return {.types = {call.inputType.type}, .channels = call.shape.channels};
}

qrt::Status emit(LaunchDraft &draft, const qrt::Pool2dCall &call) {
  const qrt::Pool2dShape &shape = call.shape;
  qrt::Status fits = requireIndex32(draft, {shape.in[0] * shape.in[1] * shape.channels,
                                            shape.out[0] * shape.out[1] * shape.channels});
  if (!fits.ok())
    return fits;
  const bool isMax = shape.kind == qrt::PoolKind::Max;
  const ElementType acc = accumulatorType(call.epilogue.program, call.inputType);
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("CHANNELS", shape.channels);
  draft.define("RUN", draft.row.tile.channels());
  if (isMax)
    draft.define("POOL_MAX", 1);
  if (shape.countIncludePad)
    draft.define("COUNT_INCLUDE_PAD", 1);
  draft.define("ACC_INITIAL",
               initialValue(isMax ? qrt::ReduceKind::Max : qrt::ReduceKind::Sum, acc));
  draft.defineInput(call.inputType);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.samples);
  defineResult(draft, call.epilogue, shape.out[0] * shape.out[1], shape.channels);
  draft.items(timesExtent(call.samples,
                          shape.out[0] * shape.out[1] * runs(shape.channels, draft.row.tile)));
  return addEpilogue(draft, call.epilogue, call.inputType, shape.out[1]);
}

} // namespace qopt

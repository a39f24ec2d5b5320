#include "lowering/families/reduce/launch.h"

#include "lowering/emit/accumulator.h"
#include "lowering/emit/extents.h"

namespace qopt {

Facts factsOf(const CallSite &, const qrt::ReduceCall &call) {
  // Wide inner dimensions keep items busy without splitting the reduction.
  const int64_t reduced = call.shape.inner < 16 ? call.shape.reduced : 1;
  return {.types = {call.inputType.type}, .channels = call.shape.inner, .reduced = reduced};
}

static const char *kindMacro(qrt::ReduceKind kind) {
  switch (kind) {
  case qrt::ReduceKind::Sum: return "REDUCE_SUM";
  case qrt::ReduceKind::Max: return "REDUCE_MAX";
  case qrt::ReduceKind::Min: return "REDUCE_MIN";
  }
  return "";
}

qrt::Status emit(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  qrt::Status fits = requireIndex32(draft, {shape.reduced, shape.inner});
  if (!fits.ok())
    return fits;
  draft.define(kindMacro(shape.kind), 1);
  if (shape.kind == qrt::ReduceKind::Sum && call.inputType.type == qrt::ElementType::F32)
    draft.define("ORDERED", 1);
  draft.define("ACC_INITIAL",
               initialValue(shape.kind, accumulatorType(call.epilogue.program, call.inputType)));
  draft.define("REDUCED", shape.reduced);
  draft.define("INNER", shape.inner);
  draft.defineInput(call.inputType);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  if (draft.row.launch == LaunchRule::GroupPerResult) {
    draft.defineGroup();
    draft.items(timesExtent(call.outer, shape.inner));
  } else {
    draft.define("RUN", draft.row.tile.channels());
    draft.items(timesExtent(call.outer, runs(shape.inner, draft.row.tile)));
  }
  return addEpilogue(draft, call.epilogue, call.inputType, 1);
}

} // namespace qopt

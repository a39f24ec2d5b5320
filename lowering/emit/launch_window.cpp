// Pools, reductions and softmax.
#include "lowering/emit/extents.h"
#include "lowering/emit/launch.h"

namespace qopt {
namespace {

using qrt::ElementType;

/// What a maximum, minimum or sum starts from, in the accumulator's type.
std::string initialValue(qrt::ReduceKind kind, ElementType type) {
  if (kind == qrt::ReduceKind::Sum)
    return "0";
  const bool isMax = kind == qrt::ReduceKind::Max;
  if (type == ElementType::F32)
    return isMax ? "-F32_INFINITY" : "F32_INFINITY";
  if (type == ElementType::I64)
    return isMax ? "((i64)1 << 63)" : "(~((i64)1 << 63))";
  return isMax ? "I32_MIN" : "2147483647";
}

const char *kindMacro(qrt::ReduceKind kind) {
  switch (kind) {
  case qrt::ReduceKind::Sum: return "REDUCE_SUM";
  case qrt::ReduceKind::Max: return "REDUCE_MAX";
  case qrt::ReduceKind::Min: return "REDUCE_MIN";
  }
  return "";
}

int64_t runs(int64_t count, const Tile &tile) {
  return (count + tile.channels() - 1) / tile.channels();
}

} // namespace

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
  draft.items(timesExtent(call.samples,
                          shape.out[0] * shape.out[1] * runs(shape.channels, draft.row.tile)));
  return addEpilogue(draft, call.epilogue, call.inputType, shape.out[1]);
}

qrt::Status emit(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  qrt::Status fits = requireIndex32(draft, {shape.reduced, shape.inner});
  if (!fits.ok())
    return fits;
  draft.define(kindMacro(shape.kind), 1);
  if (shape.kind == qrt::ReduceKind::Sum && call.inputType.type == ElementType::F32)
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

qrt::Status emit(LaunchDraft &draft, const qrt::SoftmaxCall &call) {
  qrt::Status fits = requireIndex32(draft, {call.axis});
  if (!fits.ok())
    return fits;
  draft.define("AXIS", call.axis);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  if (draft.row.launch == LaunchRule::GroupPerResult)
    draft.defineGroup();
  draft.items(call.outer);
  return addEpilogue(draft, call.epilogue, {}, 1);
}

} // namespace qopt

// Reductions over axes, Softmax and LogSoftmax.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// The opset from which axes are an input.
template <typename Op> static constexpr int64_t axesInputSince = 18;
template <> constexpr int64_t axesInputSince<nn::ReduceSumOp> = 13;

template <typename Op> static void reduce(Binder &b) {
  Value x;
  std::optional<Ints> axes;
  bool keepDims = true, noop = false;
  b.arity(1, b.opset() < axesInputSince<Op> ? 1 : 2).input(0, x);
  b.attr("keepdims", keepDims).attr("noop_with_empty_axes", noop);
  b.axes(1, axesInputSince<Op>, axes);
  if (!b.ok())
    return;
  bool none = !axes || axes->empty();
  if (none && noop)
    return b.alias(0, 0);
  Ints reduced = none ? llvm::to_vector<6>(llvm::seq<int64_t>(0, rankOf(x))) : *axes;
  b.axes(reduced, rankOf(x));
  auto type = cast<RankedTensorType>(x.getType());
  for (int64_t axis : reduced)
    b.support(!b.ok() || !type.isDynamicDim(axis), "over the batch");
  b.emit<Op>(b.f32(), x, reduced, keepDims);
}

// Before opset 13 the axes from `axis` on are one, as if flattened.
template <typename Op> static void flatSoftmax(Binder &b, Value x, int64_t axis) {
  SmallVector<nn::Dim> shape = llvm::to_vector<4>(nn::symbolicShape(x));
  if (axis + 1 == int64_t(shape.size()))
    return b.emit<Op>(b.f32(), x, uint64_t(axis));
  auto outer = nn::productOf(ArrayRef(shape).take_front(axis));
  auto inner = nn::productOf(ArrayRef(shape).drop_front(axis));
  b.support(outer && inner && inner->isStatic(), "over the batch");
  if (!b.ok())
    return;
  Value flat = b.reshapePart("flat", x, {*outer, *inner});
  flat = b.part<Op>("softmax", b.f32(), flat, uint64_t(1));
  b.emitReshape(flat, shape);
}

template <typename Op> static void softmax(Binder &b) {
  Value x;
  int64_t axis = b.opset() < 13 ? 1 : -1;
  b.arity(1, 1).input(0, x).attr("axis", axis);
  if (!b.ok())
    return;
  if (!b.axis(axis, rankOf(x)).ok())
    return;
  if (b.opset() < 13)
    return flatSoftmax<Op>(b, x, axis);
  auto type = cast<RankedTensorType>(x.getType());
  b.support(!type.isDynamicDim(axis), "over the batch");
  b.emit<Op>(b.f32(), x, uint64_t(axis));
}

ArrayRef<OpEntry> reductionOps() {
  static constexpr OpEntry ops[] = {{"ReduceMean", reduce<nn::ReduceMeanOp>},
                                    {"ReduceSum", reduce<nn::ReduceSumOp>},
                                    {"ReduceMax", reduce<nn::ReduceMaxOp>},
                                    {"Softmax", softmax<nn::SoftmaxOp>},
                                    {"LogSoftmax", softmax<nn::LogSoftmaxOp>}};
  return ops;
}

} // namespace qopt::onnx

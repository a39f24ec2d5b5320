// Reductions over axes, ArgMax and ArgMin, Softmax and LogSoftmax.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// The opset from which axes are an input.
template <typename Op> static constexpr int64_t axesInputSince = 18;
template <> constexpr int64_t axesInputSince<nn::ReduceSumOp> = 13;

// Shape arithmetic stays on this side, where all of a vector is joined.
template <typename Op> static constexpr std::optional<IntOp> integerOp = std::nullopt;
template <> constexpr std::optional<IntOp> integerOp<nn::ReduceSumOp> = IntOp::Add;
template <> constexpr std::optional<IntOp> integerOp<nn::ReduceProdOp> = IntOp::Mul;

static void reduceInts(Binder &b, IntOp op, bool keepDims) {
  IntTensor x;
  if (!b.ints(0, x).ok())
    return;
  b.support(!x.values.empty(), "of nothing");
  const std::optional<nn::Dim> joined = combineAll(op, x.values);
  b.support(joined.has_value(), "on sizes, with a result not linear in the batch");
  if (b.ok())
    b.bind(0, keepDims && !x.shape.empty() ? IntTensor::vector({*joined}, x.wide)
                                           : IntTensor::scalar(*joined, x.wide));
}

static bool isComputedInteger(Type element) {
  return element.isSignlessInteger(32) || element.isSignlessInteger(64);
}

// Integers in the type that holds every number of theirs and is compared; others as they are.
static Value comparable(Binder &b, Value x) {
  auto type = dyn_cast<IntegerType>(elementOf(x));
  if (!type || isComputedInteger(type))
    return x;
  b.support(!type.isUnsignedInteger(64), "on UINT64");
  Type wide = IntegerType::get(b.context(), type.getWidth() < 32 ? 32 : 64);
  return b.part<nn::CastOp>("wide", wide, x, BoolAttr());
}

// f32, or plain integers where the operation computes with them.
template <typename Op> static Binder &reducedInput(Binder &b, Value &x) {
  constexpr bool picks = std::is_same_v<Op, nn::ReduceMaxOp> || std::is_same_v<Op, nn::ReduceMinOp>;
  if (!integerOp<Op> && !picks)
    return b.input(0, x);
  if (!b.any(0, x).ok())
    return b;
  Type element = elementOf(x);
  if (picks && isa<IntegerType>(element)) {
    x = comparable(b, x);
    return b;
  }
  b.support(!element.isUnsignedInteger(32), "on UINT32")
      .support(!element.isUnsignedInteger(64), "on UINT64");
  return !b.ok() || isComputedInteger(element) ? b : b.input(0, x);
}

// Emits a reduction over no dimension: only its function of a single element is left.
template <typename Op> static void ofEachAlone(Binder &b) {
  constexpr bool isMagnitude =
      std::is_same_v<Op, nn::ReduceL1Op> || std::is_same_v<Op, nn::ReduceL2Op>;
  constexpr bool isSquare = std::is_same_v<Op, nn::ReduceSumSquareOp>;
  constexpr bool isLog = std::is_same_v<Op, nn::ReduceLogSumOp>;
  if (!isMagnitude && !isSquare && !isLog)
    return b.alias(0, 0);
  Value x;
  if (!b.input(0, x).ok())
    return;
  if constexpr (isMagnitude)
    b.emit<nn::AbsOp>(b.f32(), x);
  else if constexpr (isSquare)
    b.emit<nn::MulOp>(b.f32(), x, x);
  else if constexpr (isLog)
    b.emit<nn::LogOp>(b.f32(), x);
}

template <typename Op> static void reduce(Binder &b) {
  Value x;
  std::optional<Ints> axes;
  bool keepDims = true, noop = false;
  b.arity(1, b.opset() < axesInputSince<Op> ? 1 : 2);
  b.attr("keepdims", keepDims).attr("noop_with_empty_axes", noop);
  b.axes(1, axesInputSince<Op>, axes);
  bool none = !axes || axes->empty();
  if (b.ok() && none && noop)
    return ofEachAlone<Op>(b);
  if (b.ok() && integerOp<Op> && b.isInts(0) && (none || *axes == Ints{0} || *axes == Ints{-1}))
    return reduceInts(b, *integerOp<Op>, keepDims);
  if (!reducedInput<Op>(b, x).ok())
    return;
  Ints reduced = none ? llvm::to_vector<6>(llvm::seq<int64_t>(0, rankOf(x))) : *axes;
  b.axes(reduced, rankOf(x));
  Value given;
  if (!b.any(0, given).ok())
    return;
  if (elementOf(given) == elementOf(x) || elementOf(x).isF32())
    return b.emit<Op>(elementOf(x), x, reduced, keepDims);
  Value wide = b.part<Op>("reduced", elementOf(x), x, reduced, keepDims);
  b.emit<nn::CastOp>(elementOf(given), wide, BoolAttr());
}

// Narrow floats are compared widened, in which they are the same numbers.
static Value compared(Binder &b, unsigned index) {
  Value x;
  if (b.any(index, x).ok() && !isa<IntegerType>(elementOf(x)))
    b.input(index, x);
  return b.ok() ? comparable(b, x) : Value();
}

template <typename Op> static void argument(Binder &b) {
  int64_t axis = 0;
  bool keepDims = true, last = false;
  b.arity(1, 1).attr("axis", axis).attr("keepdims", keepDims).attr("select_last_index", last);
  Value x = compared(b, 0);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  if (b.ok())
    b.emit<Op>(b.i64(), x, uint64_t(axis), keepDims, last);
}

// Before opset 13 the axes from `axis` on are one, as if flattened.
template <typename Op> static void flatSoftmax(Binder &b, Value x, int64_t axis) {
  SmallVector<nn::Dim> shape = dimsOf(x);
  if (axis + 1 == int64_t(shape.size()))
    return b.emit<Op>(b.f32(), x, uint64_t(axis));
  auto outer = nn::productOf(ArrayRef(shape).take_front(axis));
  auto inner = nn::productOf(ArrayRef(shape).drop_front(axis));
  b.require(outer && inner, "the input is too large");
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
  b.emit<Op>(b.f32(), x, uint64_t(axis));
}

ArrayRef<OpEntry> reductionOps() {
  static constexpr OpEntry ops[] = {{"ReduceMean", reduce<nn::ReduceMeanOp>},
                                    {"ReduceSum", reduce<nn::ReduceSumOp>},
                                    {"ReduceProd", reduce<nn::ReduceProdOp>},
                                    {"ReduceMax", reduce<nn::ReduceMaxOp>},
                                    {"ReduceMin", reduce<nn::ReduceMinOp>},
                                    {"ReduceL1", reduce<nn::ReduceL1Op>},
                                    {"ReduceL2", reduce<nn::ReduceL2Op>},
                                    {"ReduceSumSquare", reduce<nn::ReduceSumSquareOp>},
                                    {"ReduceLogSum", reduce<nn::ReduceLogSumOp>},
                                    {"ReduceLogSumExp", reduce<nn::ReduceLogSumExpOp>},
                                    {"ArgMax", argument<nn::ArgMaxOp>},
                                    {"ArgMin", argument<nn::ArgMinOp>},
                                    {"Softmax", softmax<nn::SoftmaxOp>},
                                    {"LogSoftmax", softmax<nn::LogSoftmaxOp>}};
  return ops;
}

} // namespace qopt::onnx

// Composites: their shapes, checks and parts.
#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/ops/reduction/softmax_rule.h"
#include "ir/verify.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace mlir;
using namespace qopt::nn;

// ---- gelu ----

static constexpr float cubic = 0.044715f;

static double geluOf(double x, bool byTanh) {
  double inner = x * (1 + double(cubic) * x * x) * std::sqrt(2 * std::numbers::inv_pi);
  return 0.5 * x * (1 + (byTanh ? std::tanh(inner) : std::erf(x / std::numbers::sqrt2)));
}

LogicalResult GeluOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  results.push_back(symbolicShape(getInput()));
  return success();
}
LogicalResult GeluOp::verify() {
  if (getApproximate() != "none" && getApproximate() != "tanh")
    return violates(*this, "C3") << "approximate is '" << getApproximate() << "'";
  return verifyElements(*this, "C2", {.bits8 = true});
}
QuantizationRule GeluOp::quantizationRule() {
  return {ResultRule::OwnRange, {OperandRole::Activation}};
}
BodyValue GeluOp::buildBody(BodyBuilder &body) {
  bool byTanh = getApproximate() == "tanh";
  return tableOf(body.scalar, body.operand(0), *quantParams(getInput().getType()),
                 *quantParams(getType()), [=](double x) { return geluOf(x, byTanh); });
}
// A chain of operations that each read x besides: one kernel.
SmallVector<Value> GeluOp::expand(CompositeBuilder &b) {
  Value x = getInput(), bell;
  if (getApproximate() == "tanh") {
    Value cube = b.part<MulOp>("cube", b.part<MulOp>("square", x, x), x);
    Value bent = b.part<AddOp>("bent", b.part<MulOp>("cubic", cube, b.scalar("c", cubic)), x);
    Value scale = b.scalar("scale", float(std::sqrt(2 * std::numbers::inv_pi)));
    bell = b.part<TanhOp>("tanh", b.part<MulOp>("inner", bent, scale));
  } else {
    Value inner = b.part<MulOp>("inner", x, b.scalar("scale", float(1 / std::numbers::sqrt2)));
    bell = b.part<ErfOp>("erf", inner);
  }
  Value sum = b.part<AddOp>("sum", bell, b.scalar("1", 1.0f));
  Value half = b.part<MulOp>("half", sum, b.scalar("0.5", 0.5f));
  return {b.part<MulOp>("product", half, x)};
}

// Defines the methods of a composite with one input, which stays float.
#define QOPT_FLOAT_COMPOSITE(OP, INFERRED)                                                         \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {        \
    return INFERRED;                                                                               \
  }                                                                                                \
  LogicalResult OP::verify() { return verifyAllF32(*this, "C2"); }                                 \
  QuantizationRule OP::quantizationRule() { return {ResultRule::StaysFloat, {OperandRole::Float}}; }

// ---- kinds of softmax ----

static LogicalResult inferAlong(Value input, int64_t axis, SmallVectorImpl<SymbolicShape> &results,
                                EmitError error) {
  SymbolicShape shape = symbolicShape(input);
  if (axis < 0 || axis >= int64_t(shape.size()) || shape[axis] == staticDim(0))
    return error() << "(C1): axis " << axis << " is no dimension with elements of "
                   << toString(shape);
  results.push_back(shape);
  return success();
}

QOPT_FLOAT_COMPOSITE(LogSoftmaxOp, inferAlong(getInput(), int64_t(getAxis()), results, error))

#define QOPT_SOFTMAX_COMPOSITE(OP)                                                                 \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {        \
    return inferAlong(getInput(), int64_t(getAxis()), results, error);                             \
  }                                                                                                \
  LogicalResult OP::verify() { return verifyAllF32(*this, "C2"); }                                 \
  QuantizationRule OP::quantizationRule() { return softmaxRule(); }
QOPT_SOFTMAX_COMPOSITE(MaskedSoftmaxOp)
QOPT_SOFTMAX_COMPOSITE(GuardedSoftmaxOp)
#undef QOPT_SOFTMAX_COMPOSITE

SmallVector<Value> LogSoftmaxOp::expand(CompositeBuilder &b) {
  const int64_t axis[] = {int64_t(getAxis())};
  Value largest = b.part<ReduceMaxOp>("max", getInput(), axis, /*keep_dims=*/true);
  Value distance = b.part<SubOp>("distance", getInput(), largest);
  Value sum = b.part<ReduceSumOp>("sum", b.part<ExpOp>("exp", distance), axis, true);
  return {b.part<SubOp>("difference", distance, b.part<LogOp>("log", sum))};
}

// If all inputs are −∞, the softmax is NaN, and all of them are masked.
SmallVector<Value> MaskedSoftmaxOp::expand(CompositeBuilder &b) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Type truth = IntegerType::get(getContext(), 1);
  Value isMasked =
      b.partAs<EqualOp>("is_masked", truth, getInput(), b.scalar("minus_infinity", -infinity));
  Value weights = b.part<SoftmaxOp>("softmax", getInput(), uint64_t(getAxis()));
  return {b.part<WhereOp>("kept", isMasked, b.scalar("zero", 0.0f), weights)};
}

SmallVector<Value> GuardedSoftmaxOp::expand(CompositeBuilder &b) {
  Value weights = b.part<SoftmaxOp>("softmax", getInput(), uint64_t(getAxis()));
  Value isNan = b.partAs<IsNanOp>("is_nan", IntegerType::get(getContext(), 1), weights);
  return {b.part<WhereOp>("kept", isNan, b.scalar("zero", 0.0f), weights)};
}

// ---- logarithms of sums ----

QOPT_FLOAT_COMPOSITE(ReduceLogSumOp,
                     inferReduced(getInput(), getAxes(), getKeepDims(), results, error))
QOPT_FLOAT_COMPOSITE(ReduceLogSumExpOp,
                     inferReduced(getInput(), getAxes(), getKeepDims(), results, error))
#undef QOPT_FLOAT_COMPOSITE

SmallVector<Value> ReduceLogSumOp::expand(CompositeBuilder &b) {
  return {b.part<LogOp>("log", b.part<ReduceSumOp>("sum", getInput(), getAxes(), getKeepDims()))};
}

// An infinite maximum would make differences NaN.
SmallVector<Value> ReduceLogSumExpOp::expand(CompositeBuilder &b) {
  constexpr float most = std::numeric_limits<float>::max();
  Value largest = b.part<ReduceMaxOp>("max", getInput(), getAxes(), /*keep_dims=*/true);
  largest = b.part<ClipOp>("finite", largest, APFloat(-most), APFloat(most));
  Value exponentials = b.part<ExpOp>("exp", b.part<SubOp>("distance", getInput(), largest));
  Value sum = b.part<ReduceSumOp>("sum", exponentials, getAxes(), /*keep_dims=*/true);
  Value result = b.part<AddOp>("result", b.part<LogOp>("log", sum), largest);
  return {getKeepDims() ? result : b.reshape("squeezed", result, symbolicShape(getResult()))};
}

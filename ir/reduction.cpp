// Reductions and softmax: shapes, constraints, quantization, bodies.
#include "ir/accumulate.h"
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

static LogicalResult inferReduced(Value input, ArrayRef<int64_t> axes, bool keepDims,
                                  SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(input), reduced;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis < 0 || axis >= int64_t(shape.size()) || (i && axis <= axes[i - 1]) ||
        !shape[axis].isStatic() || shape[axis].offset == 0)
      return error() << "(C1): axes must be distinct, ascending, in range, static and not empty in "
                     << toString(shape);
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (!llvm::is_contained(axes, int64_t(i)))
      reduced.push_back(dim);
    else if (keepDims)
      reduced.push_back(staticDim(1));
  }
  results.push_back(reduced);
  return success();
}

static int64_t reducedCount(Value input, ArrayRef<int64_t> axes) {
  int64_t count = 1;
  for (int64_t axis : axes)
    count *= cast<RankedTensorType>(input.getType()).getDimSize(axis);
  return count;
}

static OpCost reductionCost(Operation *op, int64_t batch) {
  OpCost cost = costOf(op, batch, 0);
  cost.elements = qrt::elementCount(shapeAt(op->getOperand(0).getType(), batch));
  return cost;
}

// f32(Σ (q − z)) · s_x / (n·s_y), or Σ / n in f32.
static BodyValue scaledSum(BodyBuilder &body, Operation *op, int64_t count) {
  qrt::ScalarBuilder &b = body.scalar;
  std::optional<QuantParams> input = quantParams(op->getOperand(0).getType());
  if (!input)
    return count == 1 ? body.accumulator()
                      : b.apply(ScalarOp::DivF, body.accumulator(), b.constant(float(count)));
  QuantParams result = *quantParams(op->getResult(0).getType());
  float m = multiplier(input->scale, double(count) * result.scale);
  BodyValue sum = b.apply(ScalarOp::IntToF32, body.accumulator());
  return roundToStorage(b, b.apply(ScalarOp::MulF, sum, b.constant(m)), result);
}

LogicalResult ReduceMeanOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferReduced(getInput(), getAxes(), getKeepDims(), results, error);
}
LogicalResult ReduceMeanOp::verify() {
  return failed(verifyElements(*this, "C2", {}))
             ? failure()
             : verifyStepSum(*this, "C3", reducedCount(getInput(), getAxes()), /*mean=*/true);
}
QuantizationRule ReduceMeanOp::quantizationRule() {
  return {ResultRule::OwnRange, {OperandRole::Activation}};
}
OpCost ReduceMeanOp::cost(int64_t batch) { return reductionCost(*this, batch); }
BodyValue ReduceMeanOp::buildBody(BodyBuilder &body) {
  return scaledSum(body, *this, reducedCount(getInput(), getAxes()));
}

LogicalResult ReduceSumOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferReduced(getInput(), getAxes(), getKeepDims(), results, error);
}
LogicalResult ReduceSumOp::verify() {
  return failed(verifyElements(*this, "C2", {}))
             ? failure()
             : verifyStepSum(*this, "C3", reducedCount(getInput(), getAxes()), /*mean=*/false);
}
QuantizationRule ReduceSumOp::quantizationRule() {
  return {ResultRule::OwnRange, {OperandRole::Activation}};
}
OpCost ReduceSumOp::cost(int64_t batch) { return reductionCost(*this, batch); }
BodyValue ReduceSumOp::buildBody(BodyBuilder &body) { return scaledSum(body, *this, 1); }

LogicalResult ReduceMaxOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferReduced(getInput(), getAxes(), getKeepDims(), results, error);
}
LogicalResult ReduceMaxOp::verify() { return verifySameElement(*this, "C2"); }
QuantizationRule ReduceMaxOp::quantizationRule() {
  return {ResultRule::SharesInput, {OperandRole::Activation}};
}
OpCost ReduceMaxOp::cost(int64_t batch) { return reductionCost(*this, batch); }
BodyValue ReduceMaxOp::buildBody(BodyBuilder &body) { return body.accumulator(); }

LogicalResult SoftmaxOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= int64_t(shape.size()) || !shape[axis].isStatic())
    return error() << "(C1): axis " << axis << " is not a static dimension of " << toString(shape);
  results.push_back(shape);
  return success();
}
LogicalResult SoftmaxOp::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule SoftmaxOp::quantizationRule() {
  QuantizationRule rule{ResultRule::StaysFloat, {OperandRole::Float}};
  rule.unsignedScale = 1.0 / 256; // of a quantize after it
  rule.signedScale = double(float(1.0 / 127));
  return rule;
}
OpCost SoftmaxOp::cost(int64_t batch) { return reductionCost(*this, batch); }
BodyValue SoftmaxOp::buildBody(BodyBuilder &body) { return body.accumulator(); }

qrt::ElementType ReduceMeanOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/true);
}
int64_t ReduceMeanOp::channelDim() { return -1; }

qrt::ElementType ReduceSumOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/true);
}
int64_t ReduceSumOp::channelDim() { return -1; }

qrt::ElementType ReduceMaxOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/false);
}
int64_t ReduceMaxOp::channelDim() { return -1; }

qrt::ElementType SoftmaxOp::accumulator() { return qrt::ElementType::F32; }
int64_t SoftmaxOp::channelDim() { return -1; }
bool SoftmaxOp::takesBodies() { return false; }

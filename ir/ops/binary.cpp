// Two operands, one element each; and batch norm, an affine map per channel.
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

static LogicalResult inferBinary(Operation *op, SmallVectorImpl<SymbolicShape> &results,
                                 EmitError error) {
  SymbolicShape a = symbolicShape(op->getOperand(0)), b = symbolicShape(op->getOperand(1));
  std::optional<SymbolicShape> shape = broadcastShapes(a, b);
  if (!shape)
    return error() << "(C1): " << toString(a) << " and " << toString(b) << " do not broadcast";
  results.push_back(*shape);
  return success();
}

// The float or plain integer form.
static BodyValue plain(BodyBuilder &body, ScalarOp floatOp, ScalarOp integerOp) {
  BodyValue a = body.operand(0), b = body.operand(1);
  return body.scalar.apply(a.type == qrt::ScalarType::F32 ? floatOp : integerOp, a, b);
}

// fma(f32(a − z_a), m_a, ±f32(b − z_b)·m_b)
static BodyValue quantizedSum(BodyBuilder &body, Operation *op, bool subtract) {
  qrt::ScalarBuilder &s = body.scalar;
  QuantParams pa = *quantParams(op->getOperand(0).getType());
  QuantParams pb = *quantParams(op->getOperand(1).getType());
  QuantParams py = *quantParams(op->getResult(0).getType());
  BodyValue a = centered(s, body.operand(0), pa);
  BodyValue b = centered(s, body.operand(1), pb);
  BodyValue scaled = s.apply(ScalarOp::MulF, b, s.constant(multiplier(pb.scale, py.scale)));
  if (subtract)
    scaled = s.apply(ScalarOp::NegF, scaled);
  BodyValue m = s.constant(multiplier(pa.scale, py.scale));
  return roundToStorage(s, s.apply(ScalarOp::FmaF, a, m, scaled), py);
}

static LogicalResult verifySum(Operation *op) {
  return success(succeeded(verifyElements(op, "C2", {.integers = true, .narrow = true})) &&
                 succeeded(verifyRescale(op, "C3", 0)) && succeeded(verifyRescale(op, "C3", 1)));
}

static QuantizationRule ownRange() {
  return {ResultRule::OwnRange, {OperandRole::Activation, OperandRole::Activation}};
}
static QuantizationRule floatOnly() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::Float}};
}

LogicalResult AddOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferBinary(*this, results, error);
}
LogicalResult AddOp::verify() { return verifySum(*this); }
QuantizationRule AddOp::quantizationRule() { return ownRange(); }
OpCost AddOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue AddOp::buildBody(BodyBuilder &body) {
  return isQuantized(getType()) ? quantizedSum(body, *this, false)
                                : plain(body, ScalarOp::AddF, ScalarOp::AddI);
}

LogicalResult SubOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferBinary(*this, results, error);
}
LogicalResult SubOp::verify() { return verifySum(*this); }
QuantizationRule SubOp::quantizationRule() { return ownRange(); }
OpCost SubOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue SubOp::buildBody(BodyBuilder &body) {
  return isQuantized(getType()) ? quantizedSum(body, *this, true)
                                : plain(body, ScalarOp::SubF, ScalarOp::SubI);
}

LogicalResult MulOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferBinary(*this, results, error);
}
LogicalResult MulOp::verify() {
  if (failed(verifyElements(*this, "C2", {.integers = true, .narrow = true})))
    return failure();
  auto a = quantParams(getLhs().getType()), b = quantParams(getRhs().getType());
  return a ? verifyMultiplier(*this, "C3", a->scale * b->scale, quantParams(getType())->scale)
           : success();
}
QuantizationRule MulOp::quantizationRule() { return ownRange(); }
OpCost MulOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue MulOp::buildBody(BodyBuilder &body) {
  if (!isQuantized(getType()))
    return plain(body, ScalarOp::MulF, ScalarOp::MulI);
  qrt::ScalarBuilder &s = body.scalar;
  QuantParams pa = *quantParams(getLhs().getType()), pb = *quantParams(getRhs().getType());
  QuantParams py = *quantParams(getType());
  // One wide factor makes both wide: their widths may differ.
  bool wide = qrt::byteWidth(pa.storage) == 2 || qrt::byteWidth(pb.storage) == 2;
  auto steps = [&](unsigned index, const QuantParams &params) {
    BodyValue q = body.operand(index);
    if (params.zeroPoint != 0)
      q = s.apply(ScalarOp::SubI, q, s.constant(int32_t(params.zeroPoint)));
    return wide ? s.apply(ScalarOp::I32ToI64, q) : q;
  };
  BodyValue product = s.apply(ScalarOp::MulI, steps(0, pa), steps(1, pb));
  BodyValue m = s.constant(multiplier(pa.scale * pb.scale, py.scale));
  BodyValue t = s.apply(ScalarOp::MulF, s.apply(ScalarOp::IntToF32, product), m);
  return roundToStorage(s, t, py);
}

// Float arithmetic only; i32 and i64 serve shape computations.
#define QOPT_FLOAT_BINARY(OP, FLOAT_OP, INTEGER_OP)                                                \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {        \
    return inferBinary(*this, results, error);                                                     \
  }                                                                                                \
  QuantizationRule OP::quantizationRule() { return floatOnly(); }                                  \
  OpCost OP::cost(int64_t batch) { return costOf(*this, batch, 0); }                               \
  BodyValue OP::buildBody(BodyBuilder &body) { return plain(body, FLOAT_OP, INTEGER_OP); }

QOPT_FLOAT_BINARY(DivOp, ScalarOp::DivF, ScalarOp::DivF)
QOPT_FLOAT_BINARY(MaxOp, ScalarOp::MaxF, ScalarOp::MaxI)
QOPT_FLOAT_BINARY(MinOp, ScalarOp::MinF, ScalarOp::MinI)
#undef QOPT_FLOAT_BINARY

LogicalResult DivOp::verify() {
  return verifyElements(*this, "C2", {.quantized = false, .narrow = true});
}
LogicalResult MaxOp::verify() {
  return verifyElements(*this, "C2", {.quantized = false, .integers = true, .narrow = true});
}
LogicalResult MinOp::verify() {
  return verifyElements(*this, "C2", {.quantized = false, .integers = true, .narrow = true});
}

LogicalResult BatchNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  for (Value parameter : getOperands().drop_front())
    if (shape.size() < 2 || symbolicShape(parameter) != SymbolicShape{shape[1]})
      return error() << "(C1): parameter " << parameter.getType()
                     << " does not run along dimension 1 of " << toString(shape);
  results.push_back(shape);
  return success();
}
LogicalResult BatchNormOp::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule BatchNormOp::quantizationRule() {
  return {ResultRule::StaysFloat, SmallVector<OperandRole, 5>(5, OperandRole::Float)};
}
OpCost BatchNormOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
int64_t BatchNormOp::operandAxis(unsigned index) { return index == 0 ? -1 : 1; }

BodyValue BatchNormOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue x = body.operand(0), gamma = body.operand(1), beta = body.operand(2);
  BodyValue mean = body.operand(3), variance = body.operand(4);
  BodyValue epsilon = s.constant(getEpsilon().convertToFloat());
  BodyValue root = s.apply(ScalarOp::SqrtF, s.apply(ScalarOp::AddF, variance, epsilon));
  BodyValue inverse = s.apply(ScalarOp::DivF, s.constant(1.0f), root);
  BodyValue gain = s.apply(ScalarOp::MulF, gamma, inverse);
  BodyValue scaled = s.apply(ScalarOp::MulF, s.apply(ScalarOp::SubF, x, mean), gain);
  return s.apply(ScalarOp::AddF, scaled, beta);
}

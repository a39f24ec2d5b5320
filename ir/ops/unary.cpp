// One operand, one element: activations and functions.
#include "ir/ops.h"
#include "ir/verify.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// Shape, cost and so on are alike for all; a body is what tells them apart.
#define QOPT_UNARY(OP)                                                                             \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {              \
    results.push_back(symbolicShape(getInput()));                                                  \
    return success();                                                                              \
  }                                                                                                \
  OpCost OP::cost(int64_t batch) { return costOf(*this, batch, 0); }

// An 8-bit table where quantized; its result has its own measured range.
#define QOPT_UNARY_TABLE(OP)                                                                       \
  QOPT_UNARY(OP)                                                                                   \
  LogicalResult OP::verify() {                                                                     \
    return verifyElements(*this, "C2", {.bits8 = true, .narrow = true});                           \
  }

#define QOPT_OWN_RANGE(OP)                                                                         \
  QuantizationRule OP::quantizationRule() {                                                        \
    return {ResultRule::OwnRange, {OperandRole::Activation}};                                      \
  }

// The table when quantized, otherwise what `floatBody` builds.
static BodyValue tableOr(BodyBuilder &body, Operation *op, llvm::function_ref<double(double)> real,
                         llvm::function_ref<BodyValue(BodyValue)> floatBody) {
  BodyValue x = body.operand(0);
  if (auto from = quantParams(op->getOperand(0).getType()))
    return tableOf(body.scalar, x, *from, *quantParams(op->getResult(0).getType()), real);
  return floatBody(x);
}

static BodyValue tableOr(BodyBuilder &body, Operation *op, llvm::function_ref<double(double)> real,
                         ScalarOp floatOp) {
  return tableOr(body, op, real, [&](BodyValue x) { return body.scalar.apply(floatOp, x); });
}

// ---- bounds ----

// Quantized: requantized first where parameters differ, so that the bound is one on the result's
// own grid.
static LogicalResult verifyBound(Operation *op, StringRef multiplierLabel) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  auto isQuantized = [](Type type) { return quantParams(type) && hasComputedStorage(type); };
  bool areFloats = isComputedFloat(from) && getElementTypeOrSelf(from) == getElementTypeOrSelf(to);
  if (!areFloats && !(isQuantized(from) && isQuantized(to)))
    return violates(op, "C2") << "elements must be one of f32, f16 and bf16, or quantized per "
                              << "tensor on i8, u8 or i16, in and out; got " << from << " and "
                              << to;
  return verifyRescale(op, multiplierLabel, 0);
}

static BodyValue onResultGrid(BodyBuilder &body, Operation *op) {
  return rescale(body.scalar, body.operand(0), *quantParams(op->getOperand(0).getType()),
                 *quantParams(op->getResult(0).getType()));
}

static QuantizationRule boundRule() {
  QuantizationRule rule{ResultRule::OwnRange, {OperandRole::Activation}};
  rule.isBound = true;
  return rule;
}

QOPT_UNARY(ReluOp)
LogicalResult ReluOp::verify() { return verifyBound(*this, "C3"); }
QuantizationRule ReluOp::quantizationRule() { return boundRule(); }
BodyValue ReluOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  if (auto params = quantParams(getType()))
    return s.apply(ScalarOp::MaxI, onResultGrid(body, *this),
                   s.constant(int32_t(params->zeroPoint)));
  return s.apply(ScalarOp::MaxF, body.operand(0), s.constant(0.0f));
}

QOPT_UNARY(ClipOp)
LogicalResult ClipOp::verify() {
  float low = getMin().convertToFloat(), high = getMax().convertToFloat();
  if (!(low <= high))
    return violates(*this, "C3") << "min " << low << " exceeds max " << high;
  return verifyBound(*this, "C4");
}
QuantizationRule ClipOp::quantizationRule() { return boundRule(); }
BodyValue ClipOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  float low = getMin().convertToFloat(), high = getMax().convertToFloat();
  if (auto params = quantParams(getType())) {
    auto bound = [&](float limit) { return s.constant(int32_t(stepOf(limit, *params))); };
    BodyValue x = s.apply(ScalarOp::MaxI, onResultGrid(body, *this), bound(low));
    return s.apply(ScalarOp::MinI, x, bound(high));
  }
  BodyValue x = s.apply(ScalarOp::MaxF, body.operand(0), s.constant(low));
  return s.apply(ScalarOp::MinF, x, s.constant(high));
}

// ---- functions with a fixed range ----

QOPT_UNARY_TABLE(SigmoidOp)
QuantizationRule SigmoidOp::quantizationRule() {
  QuantizationRule rule{ResultRule::OwnRange, {OperandRole::Activation}};
  rule.unsignedScale = 1.0 / 256;
  rule.signedScale = double(float(1.0 / 127));
  return rule;
}
BodyValue SigmoidOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return 1 / (1 + std::exp(-x)); }, ScalarOp::SigmoidF);
}

QOPT_UNARY_TABLE(TanhOp)
QuantizationRule TanhOp::quantizationRule() {
  QuantizationRule rule{ResultRule::OwnRange, {OperandRole::Activation}};
  rule.signedScale = double(float(1.0 / 127));
  return rule;
}
BodyValue TanhOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::tanh(x); }, ScalarOp::TanhF);
}

// ---- functions with a measured range ----

QOPT_UNARY_TABLE(ExpOp)
QOPT_OWN_RANGE(ExpOp)
BodyValue ExpOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::exp(x); }, ScalarOp::ExpF);
}

QOPT_UNARY_TABLE(LogOp)
QOPT_OWN_RANGE(LogOp)
BodyValue LogOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::log(x); }, ScalarOp::LogF);
}

QOPT_UNARY_TABLE(SqrtOp)
QOPT_OWN_RANGE(SqrtOp)
BodyValue SqrtOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::sqrt(x); }, ScalarOp::SqrtF);
}

QOPT_UNARY_TABLE(NegOp)
QOPT_OWN_RANGE(NegOp)
BodyValue NegOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return -x; }, ScalarOp::NegF);
}

QOPT_UNARY_TABLE(AbsOp)
QOPT_OWN_RANGE(AbsOp)
BodyValue AbsOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::fabs(x); }, ScalarOp::AbsF);
}

QOPT_UNARY_TABLE(ErfOp)
QOPT_OWN_RANGE(ErfOp)
BodyValue ErfOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::erf(x); }, ScalarOp::ErfF);
}

// clamp(alpha·x + beta, 0, 1)
static BodyValue hardSigmoid(qrt::ScalarBuilder &s, BodyValue x, float alpha, float beta) {
  BodyValue line =
      s.apply(ScalarOp::AddF, s.apply(ScalarOp::MulF, x, s.constant(alpha)), s.constant(beta));
  line = s.apply(ScalarOp::MaxF, line, s.constant(0.0f));
  return s.apply(ScalarOp::MinF, line, s.constant(1.0f));
}

QOPT_UNARY_TABLE(HardSigmoidOp)
QOPT_OWN_RANGE(HardSigmoidOp)
BodyValue HardSigmoidOp::buildBody(BodyBuilder &body) {
  float alpha = getAlpha().convertToFloat(), beta = getBeta().convertToFloat();
  return tableOr(
      body, *this, [=](double x) { return std::clamp(double(alpha) * x + double(beta), 0.0, 1.0); },
      [&](BodyValue x) { return hardSigmoid(body.scalar, x, alpha, beta); });
}

QOPT_UNARY_TABLE(HardSwishOp)
QOPT_OWN_RANGE(HardSwishOp)
BodyValue HardSwishOp::buildBody(BodyBuilder &body) {
  return tableOr(
      body, *this, [](double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); },
      [&](BodyValue x) {
        return body.scalar.apply(ScalarOp::MulF, x, hardSigmoid(body.scalar, x, 1.0f / 6.0f, 0.5f));
      });
}

QOPT_UNARY_TABLE(LeakyReluOp)
QOPT_OWN_RANGE(LeakyReluOp)
BodyValue LeakyReluOp::buildBody(BodyBuilder &body) {
  float alpha = getAlpha().convertToFloat();
  return tableOr(
      body, *this, [=](double x) { return x < 0 ? double(alpha) * x : x; },
      [&](BodyValue x) {
        qrt::ScalarBuilder &s = body.scalar;
        BodyValue negative = s.apply(ScalarOp::Less, x, s.constant(0.0f));
        BodyValue scaled = s.apply(ScalarOp::MulF, x, s.constant(alpha));
        return s.apply(ScalarOp::Select, negative, scaled, x);
      });
}

#undef QOPT_UNARY
#undef QOPT_UNARY_TABLE
#undef QOPT_OWN_RANGE

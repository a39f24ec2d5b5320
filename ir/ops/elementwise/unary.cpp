// Functions of one element: bounds, functions of a fixed range, signs. Others are in function.td.
#include "ir/ops.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/lite/functions.h"
#include "ir/ops/rescale.h"
#include "ir/verify.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// Defines the shape, cost and other methods that are the same for all; only the bodies differ.
#define QOPT_UNARY(OP)                                                                             \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {              \
    results.push_back(symbolicShape(getInput()));                                                  \
    return success();                                                                              \
  }                                                                                                \
  OpCost OP::cost(int64_t batch) { return costOf(*this, batch, 0); }

LogicalResult qopt::nn::detail::verifyFunction(Operation *op) {
  const bool hasSixteen = isLite(op) && lite::takesSixteenBits(op);
  return verifyElements(op, "C2", {.bits8 = !hasSixteen, .narrow = true});
}

BodyValue qopt::nn::detail::tableOr(BodyBuilder &body, Operation *op,
                                    llvm::function_ref<double(double)> real,
                                    llvm::function_ref<BodyValue(BodyValue)> floatBody) {
  auto from = quantParams(op->getOperand(0).getType());
  if (from && isLite(op))
    return lite::functionBody(body, op, real);
  BodyValue x = body.operand(0);
  if (from)
    return tableOf(body.scalar, x, *from, *quantParams(op->getResult(0).getType()), real);
  return floatBody(x);
}

static BodyValue tableOr(BodyBuilder &body, Operation *op, llvm::function_ref<double(double)> real,
                         ScalarOp floatOp) {
  return qopt::nn::detail::tableOr(body, op, real,
                                   [&](BodyValue x) { return body.scalar.apply(floatOp, x); });
}

// ---- bounds ----

// Quantized: requantized first where parameters differ, so that the bound is one on the result's
// own grid (B3).
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
  const QuantParams from = *quantParams(op->getOperand(0).getType()),
                    to = *quantParams(op->getResult(0).getType());
  qrt::ScalarBuilder &s = body.scalar;
  if (!isLite(op) || from == to)
    return rescale(s, rescalingOf(op), body.operand(0), from, to);
  // (L6)
  BodyValue n = centeredSteps(s, body.operand(0), from);
  return clampToStorage(s, fixedProduct(s, n, float(from.scale) / float(to.scale)), to);
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
    auto bound = [&](float limit) {
      return s.constant(int32_t(boundStep(rescalingOf(*this), limit, *params)));
    };
    BodyValue x = s.apply(ScalarOp::MaxI, onResultGrid(body, *this), bound(low));
    return s.apply(ScalarOp::MinI, x, bound(high));
  }
  BodyValue x = s.apply(ScalarOp::MaxF, body.operand(0), s.constant(low));
  return s.apply(ScalarOp::MinF, x, s.constant(high));
}

// ---- functions with a fixed range ----

QOPT_UNARY(SigmoidOp)
LogicalResult SigmoidOp::verify() { return qopt::nn::detail::verifyFunction(*this); }
QuantizationRule SigmoidOp::quantizationRule() {
  QuantizationRule rule{ResultRule::OwnRange, {OperandRole::Activation}};
  rule.unsignedScale = 1.0 / 256;
  rule.signedScale = double(float(1.0 / 127));
  return rule;
}
BodyValue SigmoidOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return 1 / (1 + std::exp(-x)); }, ScalarOp::SigmoidF);
}

QOPT_UNARY(TanhOp)
LogicalResult TanhOp::verify() { return qopt::nn::detail::verifyFunction(*this); }
QuantizationRule TanhOp::quantizationRule() {
  QuantizationRule rule{ResultRule::OwnRange, {OperandRole::Activation}};
  rule.signedScale = double(float(1.0 / 127));
  return rule;
}
BodyValue TanhOp::buildBody(BodyBuilder &body) {
  return tableOr(body, *this, [](double x) { return std::tanh(x); }, ScalarOp::TanhF);
}

// ---- of integers too ----

static LogicalResult verifyArithmetic(Operation *op) {
  const bool hasSixteen = isLite(op) && lite::takesSixteenBits(op);
  return verifyElements(op, "C2",
                        {.integers = Integers::All, .bits8 = !hasSixteen, .narrow = true});
}
static QuantizationRule ownRange() { return {ResultRule::OwnRange, {OperandRole::Activation}}; }

// x as it is, −x, or a number, chosen by x's sign.
static BodyValue bySign(BodyBuilder &body, Value input,
                        llvm::function_ref<BodyValue(BodyValue zero, BodyValue isBelow)> choose) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue x = body.operand(0);
  BodyValue zero = x.type == qrt::ScalarType::F32   ? s.constant(0.0f)
                   : x.type == qrt::ScalarType::I32 ? s.constant(0)
                                                    : s.constant64(0);
  std::optional<qrt::ElementType> type = storageType(input.getType());
  bool hasSign = !type || !qrt::isUnsigned(*type);
  return choose(zero, hasSign ? s.apply(ScalarOp::Less, x, zero) : s.constant(0));
}

QOPT_UNARY(NegOp)
LogicalResult NegOp::verify() { return verifyArithmetic(*this); }
QuantizationRule NegOp::quantizationRule() { return ownRange(); }
BodyValue NegOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  if (isPlainInteger(getType()))
    return bySign(body, getInput(), [&](BodyValue zero, BodyValue) {
      return s.apply(ScalarOp::SubI, zero, body.operand(0));
    });
  return tableOr(body, *this, [](double x) { return -x; }, ScalarOp::NegF);
}

QOPT_UNARY(AbsOp)
LogicalResult AbsOp::verify() { return verifyArithmetic(*this); }
QuantizationRule AbsOp::quantizationRule() { return ownRange(); }
BodyValue AbsOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  if (isPlainInteger(getType()))
    return bySign(body, getInput(), [&](BodyValue zero, BodyValue isBelow) {
      BodyValue x = body.operand(0);
      return s.apply(ScalarOp::Select, isBelow, s.apply(ScalarOp::SubI, zero, x), x);
    });
  return tableOr(body, *this, [](double x) { return std::fabs(x); }, ScalarOp::AbsF);
}

QOPT_UNARY(SignOp)
LogicalResult SignOp::verify() { return verifyArithmetic(*this); }
QuantizationRule SignOp::quantizationRule() { return ownRange(); }
BodyValue SignOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  auto sign = [&] {
    return bySign(body, getInput(), [&](BodyValue zero, BodyValue isBelow) {
      auto number = [&](int n) {
        return zero.type == qrt::ScalarType::F32   ? s.constant(float(n))
               : zero.type == qrt::ScalarType::I32 ? s.constant(n)
                                                   : s.constant64(n);
      };
      BodyValue x = body.operand(0);
      // A zero keeps its sign, and NaN is neither.
      BodyValue isZero = s.apply(ScalarOp::Equal, x, zero);
      BodyValue isNumber = s.apply(ScalarOp::Equal, x, x);
      BodyValue other = s.apply(ScalarOp::Select, isBelow, number(-1), number(1));
      other = s.apply(ScalarOp::Select, isNumber, other, x);
      return s.apply(ScalarOp::Select, isZero, x, other);
    });
  };
  if (isPlainInteger(getType()))
    return sign();
  return qopt::nn::detail::tableOr(
      body, *this, [](double x) { return x < 0   ? -1.0
                                         : x > 0 ? 1.0
                                                 : 0.0; },
      [&](BodyValue) { return sign(); });
}

#undef QOPT_UNARY

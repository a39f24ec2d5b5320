// Comparisons, truth values and bits.
#include "ir/ops.h"
#include "ir/ops/elementwise.h"
#include "ir/verify.h"

#include <limits>

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// Shape and cost are alike for all, and none is quantized.
#define QOPT_LOGIC(OP)                                                                             \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {        \
    return qopt::nn::detail::inferBroadcast(*this, results, error);                                \
  }                                                                                                \
  QuantizationRule OP::quantizationRule() {                                                        \
    return {ResultRule::StaysFloat,                                                                \
            SmallVector<OperandRule, 5>((*this)->getNumOperands(), OperandRole::AsIs)};            \
  }                                                                                                \
  OpCost OP::cost(int64_t batch) { return costOf(*this, batch, 0); }

static bool isBool(Type type) { return getElementTypeOrSelf(type).isInteger(1); }

static LogicalResult verifySameOperands(Operation *op, unsigned first, ElementRule rule) {
  Type like = getElementTypeOrSelf(op->getOperand(first));
  for (Value operand : op->getOperands().drop_front(first))
    if (!fitsRule(operand.getType(), rule) || getElementTypeOrSelf(operand) != like)
      return violates(op, "C2") << "operand elements " << getElementTypeOrSelf(operand);
  return success();
}

static LogicalResult verifyResultElements(Operation *op, Type element) {
  Type result = getElementTypeOrSelf(op->getResult(0));
  return result == element ? success() : violates(op, "C2") << "result elements " << result;
}

static constexpr ElementRule computed{
    .quantized = false, .integers = Integers::All, .narrow = true, .booleans = true};
static constexpr ElementRule floats{.quantized = false, .narrow = true};
static constexpr ElementRule bits{
    .quantized = false, .floats = false, .integers = Integers::All, .booleans = true};

// ---- comparisons ----

static LogicalResult verifyComparison(Operation *op) {
  return failed(verifySameOperands(op, 0, computed))
             ? failure()
             : verifyResultElements(op, IntegerType::get(op->getContext(), 1));
}

// Bits of a u64 compare as signed ones with the highest bit turned.
static BodyValue comparable(BodyBuilder &body, Operation *op, unsigned index) {
  BodyValue x = body.operand(index);
  if (storageType(op->getOperand(index).getType()) != qrt::ElementType::U64)
    return x;
  return body.scalar.apply(ScalarOp::XorI, x,
                           body.scalar.constant64(std::numeric_limits<int64_t>::min()));
}

#define QOPT_COMPARISON(OP, SCALAR)                                                                \
  QOPT_LOGIC(OP)                                                                                   \
  LogicalResult OP::verify() { return verifyComparison(*this); }                                   \
  BodyValue OP::buildBody(BodyBuilder &body) {                                                     \
    return body.scalar.apply(SCALAR, comparable(body, *this, 0), comparable(body, *this, 1));      \
  }
QOPT_COMPARISON(EqualOp, ScalarOp::Equal)
QOPT_COMPARISON(LessOp, ScalarOp::Less)
QOPT_COMPARISON(LessEqualOp, ScalarOp::LessEqual)
#undef QOPT_COMPARISON

// ---- bits ----

static LogicalResult verifyBits(Operation *op) {
  return failed(verifySameOperands(op, 0, bits))
             ? failure()
             : verifyResultElements(op, getElementTypeOrSelf(op->getOperand(0)));
}

#define QOPT_BITS(OP, SCALAR)                                                                      \
  QOPT_LOGIC(OP)                                                                                   \
  LogicalResult OP::verify() { return verifyBits(*this); }                                         \
  BodyValue OP::buildBody(BodyBuilder &body) {                                                     \
    return body.scalar.apply(SCALAR, body.operand(0), body.operand(1));                            \
  }
QOPT_BITS(AndOp, ScalarOp::AndI)
QOPT_BITS(OrOp, ScalarOp::OrI)
QOPT_BITS(XorOp, ScalarOp::XorI)
#undef QOPT_BITS

QOPT_LOGIC(NotOp)
LogicalResult NotOp::verify() { return verifyBits(*this); }
BodyValue NotOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue x = body.operand(0);
  bool wide = x.type == qrt::ScalarType::I64;
  BodyValue all = isBool(getType()) ? s.constant(1) : wide ? s.constant64(-1) : s.constant(-1);
  return s.apply(ScalarOp::XorI, x, all);
}

QOPT_LOGIC(ShiftOp)
LogicalResult ShiftOp::verify() {
  if (failed(verifyBits(*this)))
    return failure();
  std::optional<qrt::ElementType> type = storageType(getType());
  return type && qrt::isUnsigned(*type)
             ? success()
             : violates(*this, "C2") << "elements " << getElementTypeOrSelf(getType());
}
BodyValue ShiftOp::buildBody(BodyBuilder &body) {
  return body.scalar.apply(getRight() ? ScalarOp::ShrU : ScalarOp::ShlI, body.operand(0),
                           body.operand(1));
}

// ---- tests of floats ----

static LogicalResult verifyTest(Operation *op) {
  return failed(verifySameOperands(op, 0, floats))
             ? failure()
             : verifyResultElements(op, IntegerType::get(op->getContext(), 1));
}

QOPT_LOGIC(IsNanOp)
LogicalResult IsNanOp::verify() { return verifyTest(*this); }
BodyValue IsNanOp::buildBody(BodyBuilder &body) {
  BodyValue x = body.operand(0);
  return body.scalar.apply(ScalarOp::XorI, body.scalar.apply(ScalarOp::Equal, x, x),
                           body.scalar.constant(1));
}

QOPT_LOGIC(IsInfOp)
LogicalResult IsInfOp::verify() { return verifyTest(*this); }
BodyValue IsInfOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  auto is = [&](bool asked, float value) {
    return asked ? s.apply(ScalarOp::Equal, body.operand(0), s.constant(value)) : s.constant(0);
  };
  return s.apply(ScalarOp::OrI, is(getPositive(), infinity), is(getNegative(), -infinity));
}

// ---- choice ----

QOPT_LOGIC(WhereOp)
LogicalResult WhereOp::verify() {
  if (!isBool(getCondition().getType()))
    return violates(*this, "C2") << "condition " << getElementTypeOrSelf(getCondition());
  return failed(verifySameOperands(*this, 1, computed))
             ? failure()
             : verifyResultElements(*this, getElementTypeOrSelf(getLhs()));
}
BodyValue WhereOp::buildBody(BodyBuilder &body) {
  return body.scalar.apply(ScalarOp::Select, body.operand(0), body.operand(1), body.operand(2));
}
#undef QOPT_LOGIC

// Comparisons, truth values and bits.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/elementwise/old_broadcast.h"
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;

namespace qopt::onnx {

static void operands(Binder &b, Value &lhs, Value &rhs) {
  b.arity(2, 2).numeric(0, lhs).numeric(1, rhs);
  alignOldOperands(b, lhs, rhs);
  if (b.ok())
    b.require(elementOf(lhs) == elementOf(rhs), "operands have different element types");
}

static Type truth(Binder &b) { return IntegerType::get(b.context(), 1); }

// Comparisons of sizes are decided here where the outcome is known for all values of their symbols.
using Decide = std::optional<bool>(const nn::Dim &, const nn::Dim &);
static bool decideInts(Binder &b, Decide *decide) {
  IntTensor lhs, rhs;
  if ((!b.isInts(0) && !b.isInts(1)) || !b.isKnownInts(0) || !b.isKnownInts(1))
    return false;
  b.ints(0, lhs).ints(1, rhs);
  readOldBroadcast(b);
  std::optional<IntShape> shape = broadcastShape({lhs.shape, rhs.shape});
  if (!b.ok() || !shape)
    return false;
  qrt::Tensor result =
      qrt::Tensor::allocate(qrt::ElementType::Bool, qrt::Shape(shape->begin(), shape->end()));
  for (int64_t i = 0; i < result.size(); ++i) {
    std::optional<bool> known = decide(lhs.at(i), rhs.at(i));
    b.support(known.has_value(), "of sizes that depend on the input's shape; give --shape");
    result.mutableValues<bool>()[i] = known.value_or(false);
  }
  if (b.ok())
    b.bind(0, result);
  return true;
}

template <typename Op, bool swapped, Decide *decide> static void comparison(Binder &b) {
  if (decideInts(b, decide))
    return;
  Value lhs, rhs;
  operands(b, lhs, rhs);
  if (b.ok())
    b.emit<Op>(truth(b), swapped ? rhs : lhs, swapped ? lhs : rhs);
}

static std::optional<bool> isGreater(const nn::Dim &a, const nn::Dim &b) {
  return nn::isLess(b, a);
}
static std::optional<bool> isNot(std::optional<bool> known) {
  return known ? std::optional(!*known) : std::nullopt;
}
static std::optional<bool> isAtMost(const nn::Dim &a, const nn::Dim &b) {
  return isNot(nn::isLess(b, a));
}
static std::optional<bool> isAtLeast(const nn::Dim &a, const nn::Dim &b) {
  return isNot(nn::isLess(a, b));
}

template <typename Op> static void bits(Binder &b) {
  Value lhs, rhs;
  operands(b, lhs, rhs);
  if (b.ok())
    b.emit<Op>(elementOf(lhs), lhs, rhs);
}

static void invert(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (b.ok())
    b.emit<nn::NotOp>(elementOf(x), x);
}

static void shift(Binder &b) {
  Value lhs, rhs;
  std::string direction;
  operands(b, lhs, rhs);
  b.attr("direction", direction)
      .require(direction == "LEFT" || direction == "RIGHT", "direction is '" + direction + "'");
  if (b.ok())
    b.emit<nn::ShiftOp>(elementOf(lhs), lhs, rhs, direction == "RIGHT");
}

static void isNaN(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (b.ok())
    b.emit<nn::IsNanOp>(truth(b), x);
}

static void isInf(Binder &b) {
  Value x;
  bool positive = true, negative = true;
  b.arity(1, 1).numeric(0, x).attr("detect_positive", positive).attr("detect_negative", negative);
  if (b.ok())
    b.emit<nn::IsInfOp>(truth(b), x, positive, negative);
}

// Chooses between sizes. Returns false where the condition or one of the sizes is not known.
static bool chooseInts(Binder &b) {
  if ((!b.isInts(1) && !b.isInts(2)) || !b.isConstant(0) || !b.isKnownInts(1) || !b.isKnownInts(2))
    return false;
  qrt::Tensor condition;
  IntTensor lhs, rhs;
  b.constant(0, condition).ints(1, lhs).ints(2, rhs);
  auto shape = broadcastShape({condition.shape(), lhs.shape, rhs.shape});
  if (!b.ok() || condition.type() != qrt::ElementType::Bool || lhs.wide != rhs.wide || !shape)
    return false;
  IntTensor result;
  result.shape = *shape;
  result.wide = lhs.wide;
  for (int64_t i = 0, count = shape->empty() ? 1 : shape->front(); i < count; ++i) {
    bool first = condition.values<bool>()[condition.size() == 1 ? 0 : i];
    result.values.push_back(first ? lhs.at(i) : rhs.at(i));
  }
  b.bind(0, result);
  return true;
}

static void where(Binder &b) {
  Value condition, lhs, rhs;
  b.arity(3, 3);
  if (!b.ok() || chooseInts(b))
    return;
  b.numeric(0, condition).numeric(1, lhs).numeric(2, rhs);
  if (!b.ok())
    return;
  b.require(elementOf(condition).isInteger(1), "its condition is no BOOL")
      .require(elementOf(lhs) == elementOf(rhs), "operands have different element types");
  if (b.ok())
    b.emit<nn::WhereOp>(elementOf(lhs), condition, lhs, rhs);
}

ArrayRef<OpEntry> logicOps() {
  static constexpr OpEntry ops[] = {
      {"Equal", comparison<nn::EqualOp, false, nn::isEqual>},
      {"Less", comparison<nn::LessOp, false, nn::isLess>},
      {"Greater", comparison<nn::LessOp, true, isGreater>},
      {"LessOrEqual", comparison<nn::LessEqualOp, false, isAtMost>},
      {"GreaterOrEqual", comparison<nn::LessEqualOp, true, isAtLeast>},
      {"And", bits<nn::AndOp>},
      {"Or", bits<nn::OrOp>},
      {"Xor", bits<nn::XorOp>},
      {"Not", invert},
      {"BitwiseAnd", bits<nn::AndOp>},
      {"BitwiseOr", bits<nn::OrOp>},
      {"BitwiseXor", bits<nn::XorOp>},
      {"BitwiseNot", invert},
      {"BitShift", shift},
      {"IsNaN", isNaN},
      {"IsInf", isInf},
      {"Where", where}};
  return ops;
}

} // namespace qopt::onnx

// Operators of two operands that broadcast, element by element.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/integers/expanded.h"
#include "importers/tflite/ops/expand.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

using schema::ActivationFunctionType;

static Values readPair(Binder &b) {
  Values x = b.arity(2, 2).read({0, 1});
  if (b.ok())
    b.require(elementOf(x[0]) == elementOf(x[1]), "operands have different element types");
  return x;
}

template <typename Op> static void arithmetic(Binder &b, ActivationFunctionType activation) {
  Values x = readPair(b);
  if (!b.ok())
    return;
  Value y = b.part<Op>("real", elementOf(x[0]), x[0], x[1]);
  b.bindReal(0, b.activated(y, activation), x.order);
}

// One whose options have a fused activation.
template <typename Op, typename Options> static void activated(Binder &b) {
  arithmetic<Op>(b, b.activation<Options>());
}
// Sums of 16 bits whose scales are powers of two are added otherwise where the options let them.
template <typename Op, typename Options> static void sum(Binder &b) {
  auto isPower = [](const std::optional<Steps> &steps) {
    const double exponent = steps ? std::log2(steps->scales[0]) : 0.5;
    return qrt::bitWidth(steps ? steps->storage : qrt::ElementType::I8) == 16 &&
           std::fabs(exponent - std::round(exponent)) < 1e-3;
  };
  const auto *said = b.arity(2, 2).options<Options>();
  b.support(!said || !said->pot_scale_int16() || !isPower(b.inputSteps(0)) ||
                !isPower(b.inputSteps(1)) || !isPower(b.outputSteps(0)),
            "of 16 bits with pot_scale_int16 and scales that are powers of two");
  activated<Op, Options>(b);
}
template <typename Op> static void plain(Binder &b) {
  arithmetic<Op>(b, ActivationFunctionType::NONE);
}

static bool readsSteps(Binder &b) { return b.ok() && b.inputSteps(0) && b.inputSteps(1); }

static void squaredDifference(Binder &b) {
  b.arity(2, 2);
  if (readsSteps(b) && b.outputSteps(0)) {
    Values q = b.readStored({0, 1});
    Type element = b.ok() ? quantizedType(b.context(), *b.outputSteps(0)) : Type();
    if (b.ok())
      needSteps(b, {q[0].getType(), q[1].getType(), element}, 1);
    for (Type type : {b.ok() ? q[0].getType() : Type(), b.ok() ? q[1].getType() : Type(), element})
      b.support(!type || qrt::isSigned(nn::quantParams(type)->storage), "of bytes without sign");
    return b.bindStored(0, squaredDifferenceOfSteps(b, q[0], q[1], element), q.order);
  }
  Values x = readPair(b);
  if (!b.ok())
    return;
  Value difference = b.part<nn::SubOp>("difference", elementOf(x[0]), x[0], x[1]);
  b.bindReal(0, b.part<nn::MulOp>("real", elementOf(x[0]), difference, difference), x.order);
}

// The quotient is rounded down.
static void floorDiv(Binder &b) {
  Values x = readPair(b);
  if (!b.ok())
    return;
  Type element = elementOf(x[0]);
  if (element.isF32()) {
    Value quotient = b.part<nn::DivOp>("quotient", element, x[0], x[1]);
    return b.bindReal(0, b.part<nn::FloorOp>("real", element, quotient), x.order);
  }
  Value rest = b.part<nn::ModOp>("rest", element, x[0], x[1], /*truncated=*/false);
  Value whole = b.part<nn::SubOp>("whole", element, x[0], rest);
  b.bindReal(0, b.part<nn::DivOp>("quotient", element, whole, x[1]), x.order);
}

// The sign is the divisor's. Of floats, the remainder has the dividend's first.
static void floorMod(Binder &b) {
  Values x = readPair(b);
  if (!b.ok())
    return;
  Type element = elementOf(x[0]), truth = IntegerType::get(b.context(), 1);
  if (!element.isF32())
    return b.bindReal(0, b.part<nn::ModOp>("rest", element, x[0], x[1], false), x.order);
  Value rest = b.part<nn::ModOp>("rest", element, x[0], x[1], /*truncated=*/true);
  Value zero = b.scalarPart("zero", 0);
  Value isBelow = b.part<nn::LessOp>("is_below", truth, rest, zero);
  Value isAbove = b.part<nn::LessOp>("is_above", truth, zero, rest);
  Value divisorBelow = b.part<nn::LessOp>("divisor_is_below", truth, x[1], zero);
  Value divisorAbove = b.part<nn::LessOp>("divisor_is_above", truth, zero, x[1]);
  Value differs =
      b.part<nn::OrOp>("differs", truth, b.part<nn::AndOp>("up", truth, isBelow, divisorAbove),
                       b.part<nn::AndOp>("down", truth, isAbove, divisorBelow));
  Value moved = b.part<nn::AddOp>("moved", element, rest, x[1]);
  b.bindReal(0, b.part<nn::WhereOp>("real", element, differs, moved, rest), x.order);
}

// ---- comparisons and logic ----

enum class Sides { AsGiven, Swapped };
enum class Truth { AsIs, Negated };

static Values readCompared(Binder &b) {
  b.arity(2, 2);
  if (!readsSteps(b))
    return readPair(b);
  Values q = b.readStored({0, 1});
  if (b.ok())
    needSteps(b, {q[0].getType(), q[1].getType()}, 2);
  auto [x, y] = comparableSteps(b, q[0], q[1]);
  return {{x, y}, q.order};
}

template <typename Op, Sides sides, Truth truth> static void comparison(Binder &b) {
  Values x = readCompared(b);
  if (!b.ok())
    return;
  Type bit = IntegerType::get(b.context(), 1);
  const bool isSwapped = sides == Sides::Swapped;
  Value y = b.part<Op>("truth", bit, x[isSwapped ? 1 : 0], x[isSwapped ? 0 : 1]);
  if (truth == Truth::Negated)
    y = b.part<nn::NotOp>("not", bit, y);
  b.bindReal(0, y, x.order);
}

// ---- choices ----

// SELECT's condition may be a vector that chooses whole entries of the first dimension.
static void select(Binder &b) {
  Values x = b.arity(3, 3).read({0, 1, 2});
  if (!b.ok())
    return;
  b.require(elementOf(x[1]) == elementOf(x[2]), "operands have different element types");
  Value condition = x[0];
  const bool isRows = rankOf(condition) == 1 && rankOf(x[1]) > 1 && x.order.empty();
  if (isRows) {
    SmallVector<nn::Dim> shape(size_t(rankOf(x[1])), nn::staticDim(1));
    shape[0] = dimsOf(condition)[0];
    condition = b.reshapePart("condition", condition, shape);
  }
  b.bindReal(0, b.part<nn::WhereOp>("real", elementOf(x[1]), condition, x[1], x[2]), x.order);
}

static void selectV2(Binder &b) {
  Values x = b.arity(3, 3).read({0, 1, 2});
  if (!b.ok())
    return;
  b.require(elementOf(x[1]) == elementOf(x[2]), "operands have different element types");
  b.bindReal(0, b.part<nn::WhereOp>("real", elementOf(x[1]), x[0], x[1], x[2]), x.order);
}

static void addAll(Binder &b) {
  b.require(b.inputCount() >= 1, "has no inputs");
  Values x = b.read(llvm::to_vector(llvm::seq<unsigned>(0, b.inputCount())));
  if (!b.ok())
    return;
  Value sum = x[0];
  for (size_t i = 1; i < x.all.size() && b.ok(); ++i)
    sum = b.part<nn::AddOp>("sum", elementOf(sum), sum, x[i]);
  b.bindReal(0, sum, x.order);
}

ArrayRef<OpEntry> binaryOps() {
  using enum schema::BuiltinOperator;
  using nn::EqualOp, nn::LessOp, nn::LessEqualOp;
  static constexpr OpEntry ops[] = {
      {ADD, sum<nn::AddOp, schema::AddOptions>},
      {SUB, sum<nn::SubOp, schema::SubOptions>},
      {MUL, activated<nn::MulOp, schema::MulOptions>},
      {DIV, activated<nn::DivOp, schema::DivOptions>},
      {MAXIMUM, plain<nn::MaxOp>},
      {MINIMUM, plain<nn::MinOp>},
      {POW, plain<nn::PowOp>},
      {PRELU, plain<nn::PReluOp>},
      {BITWISE_XOR, plain<nn::XorOp>},
      {LOGICAL_AND, plain<nn::AndOp>},
      {LOGICAL_OR, plain<nn::OrOp>},
      {SQUARED_DIFFERENCE, squaredDifference},
      {FLOOR_DIV, floorDiv},
      {FLOOR_MOD, floorMod},
      {EQUAL, comparison<EqualOp, Sides::AsGiven, Truth::AsIs>},
      {NOT_EQUAL, comparison<EqualOp, Sides::AsGiven, Truth::Negated>},
      {LESS, comparison<LessOp, Sides::AsGiven, Truth::AsIs>},
      {LESS_EQUAL, comparison<LessEqualOp, Sides::AsGiven, Truth::AsIs>},
      {GREATER, comparison<LessOp, Sides::Swapped, Truth::AsIs>},
      {GREATER_EQUAL, comparison<LessEqualOp, Sides::Swapped, Truth::AsIs>},
      {SELECT, select},
      {SELECT_V2, selectV2},
      {ADD_N, addAll}};
  return ops;
}

} // namespace qopt::tflite

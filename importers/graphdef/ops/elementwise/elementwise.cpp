// These operators take two values or several, element by element: sums, products, comparisons,
// choices.
#include "importers/graphdef/ops/elementwise/elementwise.h"

#include "importers/graphdef/graph/op_table.h"
#include "ir/verify.h"

using namespace mlir;

namespace qopt::graphdef {

bool alignToImages(Binder &b, MutableArrayRef<Value> values) {
  int64_t rank = 0;
  bool isAny = false;
  for (Value value : values) {
    rank = std::max(rank, rankOf(value));
    isAny |= Binder::isImage(value);
  }
  for (Value value : values)
    isAny &= !Binder::isImage(value) || rankOf(value) == rank;
  if (!isAny)
    return false;
  for (auto [i, value] : llvm::enumerate(values))
    value = b.imageOperand("operand" + std::to_string(i), value, rank);
  return b.ok();
}

static void readPair(Binder &b, Value &lhs, Value &rhs) {
  b.arity(2, 2).numeric(0, lhs).numeric(1, rhs);
  b.ignore("incompatible_shape_error", "asks for an error that is given anyway");
  if (b.ok())
    b.require(elementOf(lhs) == elementOf(rhs), "operands have different element types");
}

template <typename Op, typename... Args> static void binary(Binder &b, Args... args) {
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  if (b.ok())
    emitOnPair<Op>(b, elementOf(lhs), lhs, rhs, args...);
}
template <typename Op> static void plain(Binder &b) { binary<Op>(b); }

// Computes on sizes at import where both sides are known.
template <typename Op, IntOp integerOp> static void arithmetic(Binder &b) {
  if (!b.isKnownInts(0) || !b.isKnownInts(1) || !(b.isInts(0) || b.isInts(1)))
    return binary<Op>(b);
  IntTensor lhs, rhs;
  b.arity(2, 2).ints(0, lhs).ints(1, rhs);
  if (!b.ok())
    return;
  b.require(lhs.wide == rhs.wide, "operands have different element types");
  std::optional<IntTensor> result = combine(integerOp, lhs, rhs);
  b.support(result.has_value(), "on sizes, with a result that is not a size");
  if (b.ok())
    b.bind(0, *result);
}

static Value numberLike(Binder &b, StringRef part, Value like, float number) {
  qrt::Tensor tensor = qrt::Tensor::allocate(*nn::storageType(like.getType()), {});
  qrt::visitElementType(tensor.type(), [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    if constexpr (std::is_arithmetic_v<T> || requires { T(number); })
      tensor.mutableValues<T>()[0] = T(number);
  });
  return b.constantPart(part, RankedTensorType::get({}, elementOf(like)), tensor);
}

// (a − b)²
static void squaredDifference(Binder &b) {
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  if (!b.ok())
    return;
  SmallVector<Value> values{lhs, rhs};
  const bool areImages = alignToImages(b, values);
  Value difference = b.part<nn::SubOp>("difference", elementOf(lhs), values[0], values[1]);
  Value square = b.part<nn::MulOp>("", elementOf(lhs), difference, difference);
  if (b.ok())
    areImages ? b.bindImage(square) : b.bindReal(0, square);
}

// 0 where the divisor is.
static void divNoNan(Binder &b) {
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  if (!b.ok())
    return;
  Value zero = numberLike(b, "zero", rhs, 0);
  Value quotient = b.part<nn::DivOp>("quotient", elementOf(lhs), lhs, rhs);
  Value isZero = b.part<nn::EqualOp>("is_zero", IntegerType::get(b.context(), 1), rhs, zero);
  b.emit<nn::WhereOp>(elementOf(lhs), isZero, zero, quotient);
}

// ⌊a/b⌋, and a − b·⌊a/b⌋.
static Value floorOf(Binder &b, StringRef part, Value lhs, Value rhs) {
  if (!b.ok())
    return {};
  Type element = elementOf(lhs);
  if (nn::isComputedFloat(lhs.getType())) {
    Value quotient = b.part<nn::DivOp>("quotient", element, lhs, rhs);
    return b.part<nn::FloorOp>(part, element, quotient);
  }
  Value rest = b.part<nn::ModOp>("rest", element, lhs, rhs, /*truncated=*/false);
  Value whole = b.part<nn::SubOp>("whole", element, lhs, rest);
  return b.part<nn::DivOp>(part, element, whole, rhs);
}

static void floorDiv(Binder &b) {
  if (b.isInts(0) && b.isKnownInts(1))
    return arithmetic<nn::DivOp, IntOp::Div>(b);
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  b.bindReal(0, floorOf(b, "", lhs, rhs));
}

static void floorMod(Binder &b) {
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  if (!b.ok())
    return;
  Type element = elementOf(lhs);
  if (!nn::isComputedFloat(lhs.getType()))
    return b.emit<nn::ModOp>(element, lhs, rhs, /*truncated=*/false);
  Value product = b.part<nn::MulOp>("product", element, floorOf(b, "floor", lhs, rhs), rhs);
  b.emit<nn::SubOp>(element, lhs, product);
}

static void truncateMod(Binder &b) { binary<nn::ModOp>(b, /*truncated=*/true); }

static void addN(Binder &b) {
  b.require(b.inputCount() >= 1, "has no inputs").ignore("N", "the number of inputs");
  if (!b.ok() || b.inputCount() == 1)
    return b.alias(0, 0);
  SmallVector<Value> values(b.inputCount());
  for (auto [i, value] : llvm::enumerate(values))
    b.numeric(unsigned(i), value);
  if (!b.ok())
    return;
  const bool areImages = alignToImages(b, values);
  Value sum = values[0];
  for (size_t i = 1; b.ok() && i < values.size(); ++i)
    sum = b.part<nn::AddOp>(i + 1 == values.size() ? "" : "with" + std::to_string(i),
                            elementOf(sum), sum, values[i]);
  if (b.ok())
    areImages ? b.bindImage(sum) : b.bindReal(0, sum);
}

// The bias runs along the channels: the last dimension, or dimension 1.
static void biasAdd(Binder &b) {
  Value x, bias;
  std::string format = "NHWC";
  b.arity(2, 2).numeric(0, x).numeric(1, bias).attr("data_format", format);
  if (!b.ok())
    return;
  b.require(format == "NHWC" || format == "NCHW", "data_format is '" + format + "'")
      .require(rankOf(bias) == 1 && rankOf(x) >= 2,
               "needs a bias of rank 1 and a value of 2 or more")
      .require(elementOf(x) == elementOf(bias), "operands have different element types");
  if (b.ok() && format == "NCHW" && rankOf(x) > 2) {
    SmallVector<nn::Dim> shape(size_t(rankOf(x)) - 1, nn::staticDim(1));
    shape[0] = nn::symbolicShape(bias)[0];
    bias = b.reshapePart("bias", bias, shape);
  }
  if (b.ok())
    emitOnPair<nn::AddOp>(b, elementOf(x), x, bias);
}

// ---- truth values ----

static Type truth(Binder &b) { return IntegerType::get(b.context(), 1); }

template <typename Op, bool swaps> static void compare(Binder &b) {
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  if (b.ok())
    emitOnPair<Op>(b, truth(b), swaps ? rhs : lhs, swaps ? lhs : rhs);
}

static void notEqual(Binder &b) {
  Value lhs, rhs;
  readPair(b, lhs, rhs);
  if (b.ok())
    b.emit<nn::NotOp>(truth(b), b.part<nn::EqualOp>("equal", truth(b), lhs, rhs));
}

template <typename Op> static void logical(Binder &b) {
  Value lhs, rhs;
  b.arity(2, 2).any(0, lhs).any(1, rhs);
  b.emit<Op>(truth(b), lhs, rhs);
}

static void logicalNot(Binder &b) {
  Value x;
  b.arity(1, 1).any(0, x);
  b.emit<nn::NotOp>(truth(b), x);
}

// Select's condition may be a vector that chooses rows; SelectV2's broadcasts.
static void select(Binder &b) {
  Value condition, yes, no;
  b.arity(3, 3).any(0, condition).numeric(1, yes).numeric(2, no);
  if (!b.ok())
    return;
  b.require(elementOf(yes) == elementOf(no), "operands have different element types");
  if (b.op() == "Select" && rankOf(condition) == 1 && rankOf(yes) > 1) {
    SmallVector<nn::Dim> rows(size_t(rankOf(yes)), nn::staticDim(1));
    rows[0] = nn::symbolicShape(condition)[0];
    condition = b.reshapePart("rows", condition, rows);
  }
  b.emit<nn::WhereOp>(elementOf(yes), condition, yes, no);
}

ArrayRef<OpEntry> elementwiseOps() {
  static constexpr OpEntry ops[] = {{"Add", arithmetic<nn::AddOp, IntOp::Add>},
                                    {"AddV2", arithmetic<nn::AddOp, IntOp::Add>},
                                    {"Sub", arithmetic<nn::SubOp, IntOp::Sub>},
                                    {"Mul", arithmetic<nn::MulOp, IntOp::Mul>},
                                    {"Maximum", arithmetic<nn::MaxOp, IntOp::Max>},
                                    {"Minimum", arithmetic<nn::MinOp, IntOp::Min>},
                                    {"RealDiv", plain<nn::DivOp>},
                                    {"Div", arithmetic<nn::DivOp, IntOp::Div>},
                                    {"TruncateDiv", plain<nn::DivOp>},
                                    {"DivNoNan", divNoNan},
                                    {"FloorDiv", floorDiv},
                                    {"FloorMod", floorMod},
                                    {"Mod", truncateMod},
                                    {"TruncateMod", truncateMod},
                                    {"Pow", plain<nn::PowOp>},
                                    {"SquaredDifference", squaredDifference},
                                    {"AddN", addN},
                                    {"BiasAdd", biasAdd},
                                    {"BiasAddV1", biasAdd},
                                    {"Less", compare<nn::LessOp, false>},
                                    {"LessEqual", compare<nn::LessEqualOp, false>},
                                    {"Greater", compare<nn::LessOp, true>},
                                    {"GreaterEqual", compare<nn::LessEqualOp, true>},
                                    {"Equal", compare<nn::EqualOp, false>},
                                    {"NotEqual", notEqual},
                                    {"LogicalAnd", logical<nn::AndOp>},
                                    {"LogicalOr", logical<nn::OrOp>},
                                    {"LogicalNot", logicalNot},
                                    {"Select", select},
                                    {"SelectV2", select}};
  return ops;
}

} // namespace qopt::graphdef

// The table of reductions: one row each in QRT_REDUCTIONS says how elements are combined. Host
// loops, kernels, checks and printing derive from it; joins are scalar operations.
#pragma once

#include "runtime/numerics/scalar/scalar_ops.h"

namespace qrt {

/// The order in which elements are joined.
enum class ReduceOrder : uint8_t {
  Partials, // of floats: element i to partial i mod 64, then a tree; of integers any
  Any,      // an extreme: every order has the same bits
  Index,    // the place of an extreme along the reduced axis, an i64
};
/// The term that an element contributes: its value, a float's magnitude, or its rounded square.
enum class ReduceTerm : uint8_t { Value, Magnitude, Square };
/// The initial value, which is the neutral element of the join.
enum class ReduceStart : uint8_t { Zero, One, Lowest, Highest };
/// The types that are reduced besides f32. Plain: i32 and i64; Steps: also quantized 8- and 16-bit
/// values.
enum class ReduceTypes : uint8_t { Float, Plain, Steps };

/// X(name, text, order, join of f32, join of integers, term, start, types). For an index, the join
/// is that of the extreme whose place it is (of equal elements, the first's or the last's).
// clang-format off
#define QRT_REDUCTIONS(X)                                                              \
  X(Sum,        "sum",          Partials, AddF, AddI, Value,     Zero,    Steps)       \
  X(Max,        "max",          Any,      MaxF, MaxI, Value,     Lowest,  Steps)       \
  X(Min,        "min",          Any,      MinF, MinI, Value,     Highest, Steps)       \
  X(Product,    "product",      Partials, MulF, MulI, Value,     One,     Plain)       \
  X(SumAbs,     "sum_abs",      Partials, AddF, AddI, Magnitude, Zero,    Float)       \
  X(SumSquares, "sum_squares",  Partials, AddF, AddI, Square,    Zero,    Float)       \
  X(ArgMax,     "arg_max",      Index,    MaxF, MaxI, Value,     Lowest,  Steps)       \
  X(ArgMin,     "arg_min",      Index,    MinF, MinI, Value,     Highest, Steps)       \
  X(ArgMaxLast, "arg_max_last", Index,    MaxF, MaxI, Value,     Lowest,  Steps)       \
  X(ArgMinLast, "arg_min_last", Index,    MinF, MinI, Value,     Highest, Steps)
// clang-format on

enum class ReduceKind : uint8_t {
#define QRT_ENUMERATOR(name, ...) name,
  QRT_REDUCTIONS(QRT_ENUMERATOR)
#undef QRT_ENUMERATOR
};

struct ReductionRow {
  std::string_view text;
  ReduceOrder order;
  ScalarOp joinFloat, joinInteger;
  ReduceTerm term;
  ReduceStart start;
  ReduceTypes types;
};

inline constexpr ReductionRow reductionTable[] = {
#define QRT_ROW(name, text, order, joinF, joinI, term, start, types)                               \
  {text,                                                                                           \
   ReduceOrder::order,                                                                             \
   ScalarOp::joinF,                                                                                \
   ScalarOp::joinI,                                                                                \
   ReduceTerm::term,                                                                               \
   ReduceStart::start,                                                                             \
   ReduceTypes::types},
    QRT_REDUCTIONS(QRT_ROW)
#undef QRT_ROW
};
inline constexpr int reduceKindCount = int(std::size(reductionTable));

inline constexpr std::array<ReduceKind, reduceKindCount> allReduceKinds = {
#define QRT_NAME(name, ...) ReduceKind::name,
    QRT_REDUCTIONS(QRT_NAME)
#undef QRT_NAME
};

/// Returns false for a number, as read from a damaged file, that is no kind.
constexpr bool isReduceKind(ReduceKind kind) { return int(kind) < reduceKindCount; }
constexpr const ReductionRow &rowOf(ReduceKind kind) { return reductionTable[int(kind)]; }
constexpr bool isIndex(ReduceKind kind) { return rowOf(kind).order == ReduceOrder::Index; }
constexpr bool isExtreme(ReduceKind kind) { return rowOf(kind).order == ReduceOrder::Any; }
/// Float elements are joined as ordered_sum.h says.
constexpr bool isOrdered(ReduceKind kind) { return rowOf(kind).order == ReduceOrder::Partials; }
/// Returns whether an index is that of the last of equal elements, not the first.
constexpr bool takesLast(ReduceKind kind) {
  return kind == ReduceKind::ArgMaxLast || kind == ReduceKind::ArgMinLast;
}
/// For an extreme or its index: returns whether it is the largest element, not the smallest.
constexpr bool isLargest(ReduceKind kind) { return rowOf(kind).start == ReduceStart::Lowest; }

constexpr bool isPlainInteger(ElementType type) { return isSigned(type) && bitWidth(type) >= 32; }
constexpr bool reduces(ReduceKind kind, ElementType type) {
  const ReduceTypes types = rowOf(kind).types;
  if (isPlainInteger(type))
    return types != ReduceTypes::Float;
  return isAnchorType(type) && (isFloat(type) || types == ReduceTypes::Steps);
}

/// Returns the type that elements are joined in.
constexpr ElementType joinedType(ReduceKind kind, ElementType input) {
  if (isFloat(input) || isPlainInteger(input))
    return input;
  return isOrdered(kind) ? sumType(input) : ElementType::I32;
}
/// Returns the type of the accumulator that an epilogue reads.
constexpr ElementType accumulatorOf(ReduceKind kind, ElementType input) {
  return isIndex(kind) ? ElementType::I64 : joinedType(kind, input);
}

} // namespace qrt

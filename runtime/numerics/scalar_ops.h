// The operations of scalar programs, said once: one row each in QRT_SCALAR_OPERATIONS, and a
// struct of the row's name in scalar_arith.h that applies it. Folding, the lane loops, the
// builder, the verifier and the kernel emitter are derived.
#pragma once

#include "runtime/numerics/element_type.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qrt {

/// What an operand or a result is. Integer and Number stand for one type of I32 and I64 (and
/// F32): the same wherever the row says so. None: what the instruction itself says.
enum class ScalarKind : uint8_t { None, F32, I32, I64, Integer, Number };

/// What a value may be; look-ups are proved to stay in their table by it. NaN lies outside.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Results' intervals from operands'. What rounds to f32 is rounded by the caller (monotone, so
/// that bounds stay bounds), and integers that could wrap are anything.
namespace interval {
using I = Interval;
constexpr I any(I, I, I) { return {}; }
constexpr I same(I a, I, I) { return a; }
constexpr I truth(I, I, I) { return {0, 1}; }
constexpr I sum(I a, I b, I) { return {a.low + b.low, a.high + b.high}; }
constexpr I difference(I a, I b, I) { return {a.low - b.high, a.high - b.low}; }
constexpr I least(I a, I b, I) { return {std::min(a.low, b.low), std::min(a.high, b.high)}; }
constexpr I greatest(I a, I b, I) { return {std::max(a.low, b.low), std::max(a.high, b.high)}; }
constexpr I either(I, I b, I c) { return {std::min(b.low, c.low), std::max(b.high, c.high)}; }
inline I rounded(I a, I, I) { return {std::rint(a.low), std::rint(a.high)}; }
inline I truncated(I a, I, I) { return {std::trunc(a.low), std::trunc(a.high)}; }
} // namespace interval

/// What an f32 value is known to be: NaN's integer is no index.
enum class Known : uint8_t { Finite, Number /* or infinite */, Nothing };

/// What results are known to be from operands: sums and products of finite values overflow at
/// most; two infinities may meet as NaN.
namespace known {
using K = Known;
constexpr K finite(K, K, K) { return K::Finite; }
constexpr K nothing(K, K, K) { return K::Nothing; }
constexpr K same(K a, K, K) { return a; }
constexpr K either(K a, K b, K) { return std::max(a, b); }
constexpr K choice(K, K b, K c) { return std::max(b, c); }
constexpr K sum(K a, K b, K) {
  return std::min(a, b) == K::Finite && std::max(a, b) != K::Nothing ? K::Number : K::Nothing;
}
constexpr K product(K a, K b, K) {
  return std::max(a, b) == K::Finite ? K::Number : K::Nothing;
}
constexpr K fused(K a, K b, K c) {
  return std::max(a, b) == K::Finite && c != K::Nothing ? K::Number : K::Nothing;
}
} // namespace known

/// X(name, C text in kernels, interval, known, result, operands…); $0 … $2 stand for the operands.
/// Integers never wrap: the builder's user proves it. IntToF32 rounds half to even; F32ToI32
/// takes integral values in range.
// clang-format off
#define QRT_SCALAR_OPERATIONS(X)                                                          \
  X(AddF,     "addF($0, $1)",       sum,        sum,     F32, F32, F32)                   \
  X(SubF,     "subF($0, $1)",       difference, sum,     F32, F32, F32)                   \
  X(MulF,     "mulF($0, $1)",       any,        product, F32, F32, F32)                   \
  X(DivF,     "divF($0, $1)",       any,        nothing, F32, F32, F32)                   \
  X(MinF,     "minF($0, $1)",       least,      either,  F32, F32, F32)                   \
  X(MaxF,     "maxF($0, $1)",       greatest,   either,  F32, F32, F32)                   \
  X(PowF,     "powF($0, $1)",       any,        nothing, F32, F32, F32)                   \
  X(FmaF,     "fmaF($0, $1, $2)",   any,        fused,   F32, F32, F32, F32)              \
  X(NegF,     "-$0",                any,        same,    F32, F32)                        \
  X(AbsF,     "absF($0)",           any,        same,    F32, F32)                        \
  X(RintF,    "rintF($0)",          rounded,    same,    F32, F32)                        \
  X(FloorF,   "floorF($0)",         any,        same,    F32, F32)                        \
  X(CeilF,    "ceilF($0)",          any,        same,    F32, F32)                        \
  X(SqrtF,    "sqrtF($0)",          any,        nothing, F32, F32)                        \
  X(ExpF,     "expF($0)",           any,        nothing, F32, F32)                        \
  X(LogF,     "logF($0)",           any,        nothing, F32, F32)                        \
  X(TanhF,    "tanhF($0)",          any,        nothing, F32, F32)                        \
  X(ErfF,     "erfF($0)",           any,        nothing, F32, F32)                        \
  X(SigmoidF, "sigmoidF($0)",       any,        nothing, F32, F32)                        \
  X(Less,     "$0 < $1",            truth,      finite,  I32, Number, Number)             \
  X(LessEqual, "$0 <= $1",           truth,      finite,  I32, Number, Number)             \
  X(Equal,    "$0 == $1",           truth,      finite,  I32, Number, Number)             \
  X(Select,   "$0 != 0 ? $1 : $2",  either,     choice,  Number, I32, Number, Number)     \
  X(AddI,     "$0 + $1",            sum,        finite,  Integer, Integer, Integer)       \
  X(SubI,     "$0 - $1",            difference, finite,  Integer, Integer, Integer)       \
  X(MulI,     "$0 * $1",            any,        finite,  Integer, Integer, Integer)       \
  X(MinI,     "$1 < $0 ? $1 : $0",  least,      finite,  Integer, Integer, Integer)       \
  X(MaxI,     "$0 < $1 ? $1 : $0",  greatest,   finite,  Integer, Integer, Integer)       \
  X(IntToF32, "(f32)$0",            same,       finite,  F32, Integer)                    \
  X(F32ToI32, "(i32)$0",            truncated,  finite,  I32, F32)                        \
  X(I32ToI64, "(i64)$0",            same,       finite,  I64, I32)
// clang-format on

enum class ScalarOp : uint8_t {
  Input,     // index = position in ScalarProgram::inputs
  Constant,  // bits = the value (f32 bits, or the integer)
  LookupF32, // index = position in tables (f32 bits); the operand lies in [0, table size)
  LookupI32,
#define QRT_ENUMERATOR(name, ...) name,
  QRT_SCALAR_OPERATIONS(QRT_ENUMERATOR)
#undef QRT_ENUMERATOR
};

struct ScalarOpRow {
  std::string_view name, text; // $# in a text stands for the table
  Interval (*range)(Interval, Interval, Interval);
  Known (*known)(Known, Known, Known);
  ScalarKind result;
  ScalarKind operands[3];
  int arity;
};

namespace detail {
template <typename... Kinds>
constexpr ScalarOpRow row(std::string_view name, std::string_view text,
                          Interval (*range)(Interval, Interval, Interval),
                          Known (*known)(Known, Known, Known), ScalarKind result,
                          Kinds... operands) {
  return {name, text, range, known, result, {operands...}, int(sizeof...(operands))};
}

constexpr auto scalarOpRows() {
  using enum ScalarKind;
  return std::to_array<ScalarOpRow>(
      {row("Input", "", interval::any, known::nothing, None),
       row("Constant", "", interval::any, known::nothing, None),
       row("LookupF32", "AS_F32(table$#[$0])", interval::any, known::nothing, F32, I32),
       row("LookupI32", "(i32)table$#[$0]", interval::any, known::finite, I32, I32),
#define QRT_ROW(name, text, range, knows, ...)                                                     \
  row(#name, text, interval::range, known::knows, __VA_ARGS__),
       QRT_SCALAR_OPERATIONS(QRT_ROW)
#undef QRT_ROW
      });
}
} // namespace detail

inline constexpr auto scalarOpTable = detail::scalarOpRows();
inline constexpr int scalarOpCount = int(scalarOpTable.size());

constexpr const ScalarOpRow &rowOf(ScalarOp op) { return scalarOpTable[size_t(op)]; }
constexpr bool isScalarOp(ScalarOp op) { return int(op) < scalarOpCount; }
constexpr bool isLookup(ScalarOp op) {
  return op == ScalarOp::LookupF32 || op == ScalarOp::LookupI32;
}
/// How many operands the operation takes: 0 to 3.
constexpr int operandCount(ScalarOp op) { return rowOf(op).arity; }

constexpr bool isVariable(ScalarKind kind) {
  return kind == ScalarKind::Integer || kind == ScalarKind::Number;
}
constexpr bool fits(ScalarKind kind, ScalarType type) {
  switch (kind) {
  case ScalarKind::None: return false;
  case ScalarKind::F32: return type == ScalarType::F32;
  case ScalarKind::I32: return type == ScalarType::I32;
  case ScalarKind::I64: return type == ScalarType::I64;
  case ScalarKind::Integer: return type != ScalarType::F32;
  case ScalarKind::Number: return true;
  }
  return false;
}

/// The operand whose type is Integer's or Number's here; 0 where the row has neither.
constexpr int typingOperand(ScalarOp op) {
  for (int k = 0; k < operandCount(op); ++k)
    if (isVariable(rowOf(op).operands[k]))
      return k;
  return 0;
}

/// The result's type; none where the operands' types do not fit (or the operation takes none).
constexpr std::optional<ScalarType> resultType(ScalarOp op, const ScalarType *operands) {
  const ScalarOpRow &row = rowOf(op);
  const ScalarType variable = operands[typingOperand(op)];
  for (int k = 0; k < row.arity; ++k)
    if (!fits(row.operands[k], operands[k]) ||
        (isVariable(row.operands[k]) && operands[k] != variable))
      return std::nullopt;
  if (row.result == ScalarKind::None)
    return std::nullopt;
  if (isVariable(row.result))
    return variable;
  return row.result == ScalarKind::F32   ? ScalarType::F32
         : row.result == ScalarKind::I32 ? ScalarType::I32
                                         : ScalarType::I64;
}

/// The C++ type of a kind, Integer and Number being T.
template <ScalarKind kind, typename T>
using ScalarValue =
    std::conditional_t<kind == ScalarKind::F32, float,
                       std::conditional_t<kind == ScalarKind::I32, int32_t,
                                          std::conditional_t<kind == ScalarKind::I64, int64_t, T>>>;

} // namespace qrt

// The table of scalar operations: one row each in QRT_SCALAR_OPERATIONS, and in scalar_arith.h a
// struct of the row's name that applies it. Folding, the lane loops, the builder, the verifier and
// the kernel emitter derive from it.
#pragma once

#include "runtime/numerics/scalar/interval.h"
#include "runtime/numerics/types/element_type.h"

#include <optional>

namespace qrt {

/// The type of an operand or a result. Integer stands for I32 or I64, Number also for F32: one type
/// throughout a row. None: the instruction itself says the type.
enum class ScalarKind : uint8_t { None, F32, I32, I64, Integer, Number };

/// X(name, C text in kernels, interval, known, result, operands…); in a text $0 … $2 stand for the
/// operands, $t for the result's type and $u for the unsigned type of its width. RemF has the sign
/// of its first operand and is exact. Integers wrap. IntToF32 rounds half to even; F32ToI32 takes
/// integral values in range. DivI goes towards zero and RemI has the sign of the first; by 0 both
/// are 0. Shifts by a count outside [0, width) give 0, or the sign; ShrI keeps the sign. DivU,
/// RemU, ShrU and UIntToF32 take their first operand's bits as an unsigned number. F32ToIndex
/// truncates and saturates, NaN gives 0; I64ToI32 saturates, LowOfI64 keeps the low bits.
/// GuardIndex(i, size) is i if it lies in [0, size); else it is the nearest index that does (0 if
/// none does), and the run fails with an error. MulHighI(a, b) is a·b·2^−31, halves up;
/// ShrRoundI(a, count) is a·2^−count, halves away from zero, and 0 for a count outside [0, 32).
// clang-format off
#define QRT_SCALAR_OPERATIONS(X)                                                          \
  X(AddF,     "addF($0, $1)",       sum,        sum,     F32, F32, F32)                   \
  X(SubF,     "subF($0, $1)",       difference, sum,     F32, F32, F32)                   \
  X(MulF,     "mulF($0, $1)",       any,        product, F32, F32, F32)                   \
  X(DivF,     "divF($0, $1)",       any,        nothing, F32, F32, F32)                   \
  X(MinF,     "minF($0, $1)",       least,      either,  F32, F32, F32)                   \
  X(MaxF,     "maxF($0, $1)",       greatest,   either,  F32, F32, F32)                   \
  X(PowF,     "powF($0, $1)",       any,        nothing, F32, F32, F32)                   \
  X(RemF,     "remF($0, $1)",       any,        nothing, F32, F32, F32)                   \
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
  X(Expm1F,   "expm1F($0)",         any,        nothing, F32, F32)                        \
  X(SoftplusF,"softplusF($0)",      any,        nothing, F32, F32)                        \
  X(SinF,     "sinF($0)",           any,        nothing, F32, F32)                        \
  X(CosF,     "cosF($0)",           any,        nothing, F32, F32)                        \
  X(TanF,     "tanF($0)",           any,        nothing, F32, F32)                        \
  X(AsinF,    "asinF($0)",          any,        nothing, F32, F32)                        \
  X(AcosF,    "acosF($0)",          any,        nothing, F32, F32)                        \
  X(AtanF,    "atanF($0)",          any,        nothing, F32, F32)                        \
  X(SinhF,    "sinhF($0)",          any,        nothing, F32, F32)                        \
  X(CoshF,    "coshF($0)",          any,        nothing, F32, F32)                        \
  X(AsinhF,   "asinhF($0)",         any,        nothing, F32, F32)                        \
  X(AcoshF,   "acoshF($0)",         any,        nothing, F32, F32)                        \
  X(AtanhF,   "atanhF($0)",         any,        nothing, F32, F32)                        \
  X(Less,     "$0 < $1",            truth,      finite,  I32, Number, Number)             \
  X(LessEqual, "$0 <= $1",           truth,      finite,  I32, Number, Number)             \
  X(Equal,    "$0 == $1",           truth,      finite,  I32, Number, Number)             \
  X(Select,   "$0 != 0 ? $1 : $2",  either,     choice,  Number, I32, Number, Number)     \
  X(AddI,     "($t)(($u)$0 + ($u)$1)", sum,        finite,  Integer, Integer, Integer)       \
  X(SubI,     "($t)(($u)$0 - ($u)$1)", difference, finite,  Integer, Integer, Integer)       \
  X(MulI,     "($t)(($u)$0 * ($u)$1)", product,    finite,  Integer, Integer, Integer)       \
  X(MinI,     "$1 < $0 ? $1 : $0",  least,      finite,  Integer, Integer, Integer)       \
  X(MaxI,     "$0 < $1 ? $1 : $0",  greatest,   finite,  Integer, Integer, Integer)       \
  X(DivI,     "DIV_INT($t, $u, $0, $1)", quotient,   finite,  Integer, Integer, Integer)       \
  X(RemI,     "REM_INT($t, $0, $1)", remainder,  finite,  Integer, Integer, Integer)       \
  X(AndI,     "$0 & $1",            conjunction, finite, Integer, Integer, Integer)       \
  X(OrI,      "$0 | $1",            bitsOfEither,     finite,  Integer, Integer, Integer)       \
  X(XorI,     "$0 ^ $1",            bitsOfEither,     finite,  Integer, Integer, Integer)       \
  X(ShlI,     "SHL_INT($t, $u, $0, $1)", any,        finite,  Integer, Integer, Integer)       \
  X(ShrI,     "SHR_INT($0, $1)",    shifted,    finite,  Integer, Integer, Integer)       \
  X(DivU,     "DIV_UINT($t, $u, $0, $1)", any,        finite,  Integer, Integer, Integer)       \
  X(RemU,     "REM_UINT($t, $u, $0, $1)", any,        finite,  Integer, Integer, Integer)       \
  X(ShrU,     "SHR_UINT($t, $u, $0, $1)", any,        finite,  Integer, Integer, Integer)       \
  X(IntToF32, "(f32)$0",            same,       finite,  F32, Integer)                    \
  X(UIntToF32, "UINT_TO_F32($0)", any,        finite,  F32, Integer)                    \
  X(F32ToI32, "(i32)$0",            truncated,  finite,  I32, F32)                        \
  X(F32ToIndex, "indexOf($0)",      saturated,      finite,  I32, F32)                        \
  X(I32ToI64, "(i64)$0",            same,       finite,  I64, I32)                        \
  X(I64ToI32, "narrowI($0)",        narrowed,   finite,  I32, I64)                        \
  X(LowOfI64, "(i32)(u32)$0",       any,        finite,  I32, I64)                        \
  X(GuardIndex, "guardIndex($0, $1, FAULT)", guarded, finite, I32, I32, I32)                \
  X(MulHighI, "mulHighI($0, $1)",   any,        finite,  I32, I32, I32)                   \
  X(ShrRoundI, "shrRoundI($0, $1)", any,        finite,  I32, I32, I32)
// clang-format on

enum class ScalarOp : uint8_t {
  Input,     // index = position in ScalarProgram::inputs
  Constant,  // bits = the value (f32 bits, or the integer)
  LookupF32, // index = position in tables (f32 bits); the operand lies in [0, table size)
  LookupI32,
  RoundTo, // index = an ElementType: the operand as that narrow float holds it
  Load,    // index = position in ScalarProgram::inputs, bits = the tensor's rank; a coordinate each
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
constexpr ScalarOpRow
row(std::string_view name, std::string_view text, Interval (*range)(Interval, Interval, Interval),
    Known (*known)(Known, Known, Known), ScalarKind result, Kinds... operands) {
  return {name, text, range, known, result, {operands...}, int(sizeof...(operands))};
}

constexpr auto scalarOpRows() {
  using enum ScalarKind;
  return std::to_array<ScalarOpRow>(
      {row("Input", "", interval::any, known::nothing, None),
       row("Constant", "", interval::any, known::nothing, None),
       row("LookupF32", "AS_F32(table$#[$0])", interval::any, known::nothing, F32, I32),
       row("LookupI32", "(i32)table$#[$0]", interval::any, known::finite, I32, I32),
       row("RoundTo", "", interval::any, known::nothing, F32, F32),
       row("Load", "", interval::any, known::nothing, None),
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
/// The result is one of the operands and therefore cannot wrap.
constexpr bool isExtreme(ScalarOp op) { return op == ScalarOp::MinI || op == ScalarOp::MaxI; }
/// Takes many times as long as an addition: divisions, roots and functions, all of which have
/// `known::nothing`.
constexpr bool isSlow(ScalarOp op) {
  const ScalarOpRow &row = rowOf(op);
  return row.arity > 0 && row.known == known::nothing && row.result == ScalarKind::F32;
}
/// Returns whether the instruction has an index; such operations have no row in the list.
constexpr bool readsIndex(ScalarOp op) {
  return op == ScalarOp::Input || op == ScalarOp::Load || isLookup(op) || op == ScalarOp::RoundTo;
}
/// The text that kernels use for two truth values, which as bits are miscompiled for AVX-512
/// (docs/decisions/lowering/truths-in-kernels.md); empty for other operations.
constexpr std::string_view textOfTruths(ScalarOp op) {
  return op == ScalarOp::AndI  ? "$0 != 0 && $1 != 0"
         : op == ScalarOp::OrI ? "$0 != 0 || $1 != 0"
                               : "";
}
/// Returns whether the operation reads one of the program's inputs.
constexpr bool readsInput(ScalarOp op) { return op == ScalarOp::Input || op == ScalarOp::Load; }
/// Computes nothing: an input at its element's place, or a constant.
constexpr bool isGiven(ScalarOp op) { return op == ScalarOp::Input || op == ScalarOp::Constant; }
/// How many operands the operation takes: 0 to 3; a Load's instruction says itself.
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

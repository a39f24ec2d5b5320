#include "runtime/numerics/scalar/scalar_fold.h"
#include "runtime/numerics/scalar/scalar_arith.h"

namespace qrt {

namespace {

template <class T> T valueOf(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T> uint64_t foldedBits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// False where the operation says that it has no value there.
template <class Op, class... Values> bool foldWith(uint64_t &result, Values... values) {
  if constexpr (requires { Op::isDefined(values...); })
    if (!Op::isDefined(values...))
      return false;
  result = foldedBits(Op::apply(values...));
  return true;
}

/// Folds the operation; T stands for the row's Integer or Number.
template <class Op, ScalarOp op, class T> bool foldTyped(const uint64_t *bits, uint64_t &result) {
  constexpr ScalarOpRow row = scalarOpTable[size_t(op)];
  auto a = valueOf<ScalarValue<row.operands[0], T>>(bits[0]);
  if constexpr (row.arity == 1) {
    return foldWith<Op>(result, a);
  } else {
    auto b = valueOf<ScalarValue<row.operands[1], T>>(bits[1]);
    if constexpr (row.arity == 2)
      return foldWith<Op>(result, a, b);
    else
      return foldWith<Op>(result, a, b, valueOf<ScalarValue<row.operands[2], T>>(bits[2]));
  }
}

template <class Op, ScalarOp op>
bool fold(const ScalarType *types, const uint64_t *bits, uint64_t &result) {
  constexpr int typing = typingOperand(op);
  constexpr ScalarKind kind = scalarOpTable[size_t(op)].operands[typing];
  if constexpr (fits(kind, ScalarType::F32))
    if (types[typing] == ScalarType::F32)
      return foldTyped<Op, op, float>(bits, result);
  if constexpr (fits(kind, ScalarType::I32))
    if (types[typing] == ScalarType::I32)
      return foldTyped<Op, op, int32_t>(bits, result);
  if constexpr (fits(kind, ScalarType::I64))
    if (types[typing] == ScalarType::I64)
      return foldTyped<Op, op, int64_t>(bits, result);
  return false;
}

} // namespace

bool foldScalar(ScalarOp op, const ScalarType *types, const uint64_t *bits, uint64_t &result) {
  switch (op) {
  case ScalarOp::Input:
  case ScalarOp::Constant:
  case ScalarOp::LookupF32:
  case ScalarOp::LookupI32:
  case ScalarOp::RoundTo:
  case ScalarOp::Load: return false;
#define QRT_FOLD(name, ...)                                                                        \
  case ScalarOp::name: return fold<arith::name, ScalarOp::name>(types, bits, result);
    QRT_SCALAR_OPERATIONS(QRT_FOLD)
#undef QRT_FOLD
  }
  return false;
}

} // namespace qrt

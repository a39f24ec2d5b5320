#include "runtime/numerics/scalar_fold.h"
#include "runtime/numerics/scalar_arith.h"

#include <cassert>

namespace qrt {

namespace {

template <class T> T valueOf(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T> uint64_t bitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T> uint64_t foldInteger(ScalarOp op, T a, T b) {
  switch (op) {
  case ScalarOp::AddI: return bitsOf(arith::AddI::apply(a, b));
  case ScalarOp::SubI: return bitsOf(arith::SubI::apply(a, b));
  case ScalarOp::MulI: return bitsOf(arith::MulI::apply(a, b));
  case ScalarOp::MinI: return bitsOf(arith::MinI::apply(a, b));
  default: return bitsOf(arith::MaxI::apply(a, b));
  }
}

template <class T> uint64_t foldCompare(ScalarOp op, T a, T b) {
  switch (op) {
  case ScalarOp::Less: return bitsOf(arith::Less::apply(a, b));
  case ScalarOp::LessEqual: return bitsOf(arith::LessEqual::apply(a, b));
  default: return bitsOf(arith::Equal::apply(a, b));
  }
}

float foldFloat(ScalarOp op, float a, float b, float c) {
  switch (op) {
  case ScalarOp::AddF: return arith::AddF::apply(a, b);
  case ScalarOp::SubF: return arith::SubF::apply(a, b);
  case ScalarOp::MulF: return arith::MulF::apply(a, b);
  case ScalarOp::DivF: return arith::DivF::apply(a, b);
  case ScalarOp::MinF: return arith::MinF::apply(a, b);
  case ScalarOp::MaxF: return arith::MaxF::apply(a, b);
  case ScalarOp::PowF: return arith::PowF::apply(a, b);
  case ScalarOp::FmaF: return arith::FmaF::apply(a, b, c);
  case ScalarOp::NegF: return arith::NegF::apply(a);
  case ScalarOp::AbsF: return arith::AbsF::apply(a);
  case ScalarOp::RintF: return arith::RintF::apply(a);
  case ScalarOp::FloorF: return arith::FloorF::apply(a);
  case ScalarOp::CeilF: return arith::CeilF::apply(a);
  case ScalarOp::SqrtF: return arith::SqrtF::apply(a);
  case ScalarOp::ExpF: return arith::ExpF::apply(a);
  case ScalarOp::LogF: return arith::LogF::apply(a);
  case ScalarOp::TanhF: return arith::TanhF::apply(a);
  case ScalarOp::ErfF: return arith::ErfF::apply(a);
  case ScalarOp::SigmoidF: return arith::SigmoidF::apply(a);
  default: assert(false && "not a float operation"); return 0;
  }
}

/// Out of range the conversion has no value to fold to.
bool fitsI32(float value) { return value >= -0x1p31f && value < 0x1p31f; }

} // namespace

bool foldScalar(ScalarOp op, const ScalarType *types, const uint64_t *bits, uint64_t &result) {
  switch (op) {
  case ScalarOp::Less:
  case ScalarOp::LessEqual:
  case ScalarOp::Equal:
    result = types[0] == ScalarType::F32
                 ? foldCompare(op, valueOf<float>(bits[0]), valueOf<float>(bits[1]))
             : types[0] == ScalarType::I32
                 ? foldCompare(op, valueOf<int32_t>(bits[0]), valueOf<int32_t>(bits[1]))
                 : foldCompare(op, valueOf<int64_t>(bits[0]), valueOf<int64_t>(bits[1]));
    return true;
  case ScalarOp::Select: result = valueOf<int32_t>(bits[0]) ? bits[1] : bits[2]; return true;
  case ScalarOp::AddI:
  case ScalarOp::SubI:
  case ScalarOp::MulI:
  case ScalarOp::MinI:
  case ScalarOp::MaxI:
    result = types[0] == ScalarType::I32
                 ? foldInteger(op, valueOf<int32_t>(bits[0]), valueOf<int32_t>(bits[1]))
                 : foldInteger(op, valueOf<int64_t>(bits[0]), valueOf<int64_t>(bits[1]));
    return true;
  case ScalarOp::IntToF32:
    result =
        bitsOf(types[0] == ScalarType::I32 ? arith::IntToF32::apply(valueOf<int32_t>(bits[0]))
                                           : arith::IntToF32::apply(valueOf<int64_t>(bits[0])));
    return true;
  case ScalarOp::F32ToI32:
    if (!fitsI32(valueOf<float>(bits[0])))
      return false;
    result = bitsOf(arith::F32ToI32::apply(valueOf<float>(bits[0])));
    return true;
  case ScalarOp::I32ToI64:
    result = bitsOf(arith::I32ToI64::apply(valueOf<int32_t>(bits[0])));
    return true;
  default:
    result = bitsOf(
        foldFloat(op, valueOf<float>(bits[0]), valueOf<float>(bits[1]), valueOf<float>(bits[2])));
    return true;
  }
}

} // namespace qrt

// Values between floats and the integer types.
#include "ir/scalar_body.h"

#include <limits>

namespace qopt::nn {

using qrt::ScalarOp;

BodyValue realOf(qrt::ScalarBuilder &s, BodyValue value, qrt::ElementType type) {
  bool isU64 = type == qrt::ElementType::U64;
  return s.apply(isU64 ? ScalarOp::UIntToF32 : ScalarOp::IntToF32, value);
}

// Towards zero.
static BodyValue truncated(qrt::ScalarBuilder &s, BodyValue x) {
  BodyValue positive = s.apply(ScalarOp::Less, s.constant(0.0f), x);
  return s.apply(ScalarOp::Select, positive, s.apply(ScalarOp::FloorF, x),
                 s.apply(ScalarOp::CeilF, x));
}

// Digits of base 2^32 and 2^16, each exact in f32 and in I32.
static BodyValue floatToI64(qrt::ScalarBuilder &s, BodyValue x) {
  auto wide = [&](BodyValue v, int64_t unit) {
    BodyValue digit = s.apply(ScalarOp::I32ToI64, s.apply(ScalarOp::F32ToI32, v));
    return s.apply(ScalarOp::MulI, digit, s.constant64(unit));
  };
  BodyValue high = s.apply(ScalarOp::LessEqual, s.constant(0x1p63f), x);
  x = s.apply(ScalarOp::MinF, s.apply(ScalarOp::MaxF, x, s.constant(-0x1p63f)),
              s.constant(0x1.fffffep62f));
  BodyValue top = truncated(s, s.apply(ScalarOp::MulF, x, s.constant(0x1p-32f)));
  BodyValue rest = s.apply(ScalarOp::SubF, x, s.apply(ScalarOp::MulF, top, s.constant(0x1p32f)));
  BodyValue middle = truncated(s, s.apply(ScalarOp::MulF, rest, s.constant(0x1p-16f)));
  BodyValue low =
      s.apply(ScalarOp::SubF, rest, s.apply(ScalarOp::MulF, middle, s.constant(0x1p16f)));
  BodyValue sum = s.apply(ScalarOp::AddI, wide(top, int64_t(1) << 32), wide(middle, 1 << 16));
  return s.apply(ScalarOp::Select, high, s.constant64(std::numeric_limits<int64_t>::max()),
                 s.apply(ScalarOp::AddI, sum, wide(low, 1)));
}

static BodyValue clampedReal(qrt::ScalarBuilder &s, BodyValue x, double low, double high) {
  x = s.apply(ScalarOp::MaxF, x, s.constant(float(low)));
  return s.apply(ScalarOp::MinF, x, s.constant(float(high)));
}

// Converts values from 2^63 on as x − 2^63, and then sets the highest bit.
static BodyValue floatToU64(qrt::ScalarBuilder &s, BodyValue x) {
  BodyValue isHigh = s.apply(ScalarOp::LessEqual, s.constant(0x1p63f), x);
  BodyValue isPast = s.apply(ScalarOp::LessEqual, s.constant(0x1p64f), x);
  x = clampedReal(s, x, 0, 0x1.fffffep63);
  BodyValue low =
      s.apply(ScalarOp::Select, isHigh, s.apply(ScalarOp::SubF, x, s.constant(0x1p63f)), x);
  BodyValue bit = s.apply(ScalarOp::Select, isHigh,
                          s.constant64(std::numeric_limits<int64_t>::min()), s.constant64(0));
  return s.apply(ScalarOp::Select, isPast, s.constant64(-1),
                 s.apply(ScalarOp::OrI, floatToI64(s, low), bit));
}

static BodyValue realToInteger(qrt::ScalarBuilder &s, BodyValue x, qrt::ElementType to) {
  if (to == qrt::ElementType::I32)
    return s.apply(ScalarOp::F32ToIndex, x);
  BodyValue isNumber = s.apply(ScalarOp::Equal, x, x);
  x = truncated(s, s.apply(ScalarOp::Select, isNumber, x, s.constant(0.0f)));
  if (to == qrt::ElementType::U64)
    return floatToU64(s, x);
  if (to == qrt::ElementType::I64)
    return floatToI64(s, x);
  if (to == qrt::ElementType::U32)
    return s.apply(ScalarOp::MinI, floatToI64(s, clampedReal(s, x, 0, 0x1p32)),
                   s.constant64(qrt::highestOf(to)));
  x = clampedReal(s, x, double(qrt::lowestOf(to)), double(qrt::highestOf(to)));
  return s.apply(ScalarOp::F32ToI32, x);
}

// The low bits, of which a narrower type stores fewer.
BodyValue integerOf(qrt::ScalarBuilder &s, BodyValue x, qrt::ElementType to) {
  if (x.type == qrt::ScalarType::F32)
    return realToInteger(s, x, to);
  qrt::ScalarType type = *qrt::loadedType(to);
  if (x.type == type)
    return x;
  return s.apply(type == qrt::ScalarType::I64 ? ScalarOp::I32ToI64 : ScalarOp::LowOfI64, x);
}

} // namespace qopt::nn

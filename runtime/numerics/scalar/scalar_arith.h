// The arithmetic of each scalar operation, written once for the folder and
// for the lane loops of every instruction set. Internal linkage throughout:
// the per-ISA objects must not share one copy. Include from .cpp files only.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace qrt {
namespace {
namespace arith {

#define QRT_ARITH [[maybe_unused]] static inline __attribute__((always_inline))

/// Half to even without an instruction for it: adding 2^23 drops the fraction.
QRT_ARITH float roundEven(float x) {
#if QRT_ISA_LEVEL >= 1
  return __builtin_rintf(x);
#else
  float magnitude = __builtin_fabsf(x);
  float rounded = (magnitude + 0x1p23f) - 0x1p23f;
  return __builtin_copysignf(magnitude < 0x1p23f ? rounded : magnitude, x);
#endif
}

/// a·b + c, rounded once. Where no instruction does it: the product is exact in
/// f64, and a sum rounded to odd there rounds again to f32 as the exact one.
QRT_ARITH float fusedMultiplyAdd(float a, float b, float c) {
#if defined(__FP_FAST_FMAF) || defined(__FMA__) // clang defines only the latter
  return __builtin_fmaf(a, b, c);
#else
  double product = double(a) * double(b), addend = c;
  double sum = product + addend;
  double fromAddend = sum - product;
  double error = (product - (sum - fromAddend)) + (addend - fromAddend);
  uint64_t bits = __builtin_bit_cast(uint64_t, sum);
  uint64_t isAway = (bits ^ __builtin_bit_cast(uint64_t, error)) >> 63; // from zero
  uint64_t odd = (bits - isAway) | 1;
  bits = 0.0 < __builtin_fabs(error) ? odd : bits; // NaN beside infinities
  return float(__builtin_bit_cast(double, bits));
#endif
}

// The dialect of float_functions.h and its like.
using f32 = float;
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;
#define DEVICE QRT_ARITH
#define AS_F32(bits) __builtin_bit_cast(float, uint32_t(bits))
#define AS_U32(value) __builtin_bit_cast(uint32_t, float(value))
#define F32_INFINITY __builtin_inff()
QRT_ARITH float mulF(float a, float b) { return a * b; }
QRT_ARITH float divF(float a, float b) { return a / b; }
QRT_ARITH float fmaF(float a, float b, float c) { return fusedMultiplyAdd(a, b, c); }
QRT_ARITH float sqrtF(float a) { return __builtin_sqrtf(a); }
QRT_ARITH float absF(float a) { return __builtin_fabsf(a); }
QRT_ARITH float rintF(float a) { return roundEven(a); }
#include "runtime/numerics/scalar/float_functions.h"
#include "runtime/numerics/scalar/float_functions_hyperbolic.h"
#include "runtime/numerics/scalar/float_functions_trigonometric.h"
#undef DEVICE
#undef AS_F32
#undef AS_U32
#undef F32_INFINITY
#undef F32_NAN
#undef ROUNDING_SHIFT
#undef SMALL_ANGLE

struct AddF {
  QRT_ARITH float apply(float a, float b) { return a + b; }
};
struct SubF {
  QRT_ARITH float apply(float a, float b) { return a - b; }
};
struct MulF {
  QRT_ARITH float apply(float a, float b) { return a * b; }
};
struct DivF {
  QRT_ARITH float apply(float a, float b) { return a / b; }
};
struct MinF {
  QRT_ARITH float apply(float a, float b) { return minF(a, b); }
};
struct MaxF {
  QRT_ARITH float apply(float a, float b) { return maxF(a, b); }
};
/// Cheaper forms for constants and clamps: MaxF with a b that is neither NaN nor +0, MinF with a b
/// that is neither NaN nor −0, and MaxF with +0.
struct AtLeastF {
  QRT_ARITH float apply(float a, float b) { return a < b ? b : a; }
};
struct AtMostF {
  QRT_ARITH float apply(float a, float b) { return b < a ? b : a; }
};
struct ReluF {
  QRT_ARITH float apply(float a) { return (a < 0.0f ? 0.0f : a) + 0.0f; }
};
struct FmaF {
  QRT_ARITH float apply(float a, float b, float c) { return fusedMultiplyAdd(a, b, c); }
};

struct NegF {
  QRT_ARITH float apply(float a) { return -a; }
};
struct AbsF {
  QRT_ARITH float apply(float a) { return __builtin_fabsf(a); }
};
struct RintF {
  QRT_ARITH float apply(float a) { return roundEven(a); }
};
struct FloorF {
  QRT_ARITH float apply(float a) {
    float r = roundEven(a);
    return __builtin_copysignf(a < r ? r - 1.0f : r, a);
  }
};
struct CeilF {
  QRT_ARITH float apply(float a) {
    float r = roundEven(a);
    return __builtin_copysignf(r < a ? r + 1.0f : r, a);
  }
};
struct SqrtF {
  QRT_ARITH float apply(float a) { return __builtin_sqrtf(a); }
};

struct ExpF {
  QRT_ARITH float apply(float a) { return expF(a); }
};
struct LogF {
  QRT_ARITH float apply(float a) { return logF(a); }
};
struct TanhF {
  QRT_ARITH float apply(float a) { return tanhF(a); }
};
struct ErfF {
  QRT_ARITH float apply(float a) { return erfF(a); }
};
struct SigmoidF {
  QRT_ARITH float apply(float a) { return sigmoidF(a); }
};
struct PowF {
  QRT_ARITH float apply(float a, float b) { return powF(a, b); }
};
struct RemF {
  QRT_ARITH float apply(float a, float b) { return remF(a, b); }
};
struct Expm1F {
  QRT_ARITH float apply(float a) { return expm1F(a); }
};
struct SoftplusF {
  QRT_ARITH float apply(float a) { return softplusF(a); }
};
struct SinhF {
  QRT_ARITH float apply(float a) { return sinhF(a); }
};
struct CoshF {
  QRT_ARITH float apply(float a) { return coshF(a); }
};
struct AsinhF {
  QRT_ARITH float apply(float a) { return asinhF(a); }
};
struct AcoshF {
  QRT_ARITH float apply(float a) { return acoshF(a); }
};
struct AtanhF {
  QRT_ARITH float apply(float a) { return atanhF(a); }
};
struct AsinF {
  QRT_ARITH float apply(float a) { return asinF(a); }
};
struct AcosF {
  QRT_ARITH float apply(float a) { return acosF(a); }
};
struct AtanF {
  QRT_ARITH float apply(float a) { return atanF(a); }
};
/// The lane loops take usual operands first, without a branch, and then the others.
struct UsualAngles {
  QRT_ARITH bool isUsual(float a) { return isSmallAngle(a); }
};
struct SinF : UsualAngles {
  QRT_ARITH float apply(float a) { return sinF(a); }
  QRT_ARITH float applyToUsual(float a) { return sinSmall(a); }
};
struct CosF : UsualAngles {
  QRT_ARITH float apply(float a) { return cosF(a); }
  QRT_ARITH float applyToUsual(float a) { return cosSmall(a); }
};
struct TanF : UsualAngles {
  QRT_ARITH float apply(float a) { return tanF(a); }
  QRT_ARITH float applyToUsual(float a) { return tanSmall(a); }
};

template <class T> using Unsigned = std::make_unsigned_t<T>;
template <class T> constexpr T lastBit = T(8 * sizeof(T) - 1);
template <class T> QRT_ARITH bool isBit(T number) { return number >= 0 && number <= lastBit<T>; }

struct Less {
  template <class T> QRT_ARITH int32_t apply(T a, T b) { return a < b; }
};
struct LessEqual {
  template <class T> QRT_ARITH int32_t apply(T a, T b) { return a <= b; }
};
struct Equal {
  template <class T> QRT_ARITH int32_t apply(T a, T b) { return a == b; }
};
struct Select {
  template <class T> QRT_ARITH T apply(int32_t a, T b, T c) { return a != 0 ? b : c; }
};

struct AddI {
  template <class T> QRT_ARITH T apply(T a, T b) { return T(Unsigned<T>(a) + Unsigned<T>(b)); }
};
struct SubI {
  template <class T> QRT_ARITH T apply(T a, T b) { return T(Unsigned<T>(a) - Unsigned<T>(b)); }
};
struct MulI {
  template <class T> QRT_ARITH T apply(T a, T b) { return T(Unsigned<T>(a) * Unsigned<T>(b)); }
};
struct MinI {
  template <class T> QRT_ARITH T apply(T a, T b) { return b < a ? b : a; }
};
struct MaxI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a < b ? b : a; }
};

struct DivI {
  template <class T> QRT_ARITH T apply(T a, T b) {
    return b == 0 ? T(0) : b == T(-1) ? T(0 - Unsigned<T>(a)) : T(a / b);
  }
};
struct RemI {
  template <class T> QRT_ARITH T apply(T a, T b) { return b == 0 || b == T(-1) ? T(0) : T(a % b); }
};
struct AndI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a & b; }
};
struct OrI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a | b; }
};
struct XorI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a ^ b; }
};
struct ShlI {
  template <class T> QRT_ARITH T apply(T a, T b) {
    return isBit(b) ? T(Unsigned<T>(a) << (b & lastBit<T>)) : T(0);
  }
};
struct ShrI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a >> (isBit(b) ? b : lastBit<T>); }
};

struct DivU {
  template <class T> QRT_ARITH T apply(T a, T b) {
    return b == 0 ? T(0) : T(Unsigned<T>(a) / Unsigned<T>(b));
  }
};
struct RemU {
  template <class T> QRT_ARITH T apply(T a, T b) {
    return b == 0 ? T(0) : T(Unsigned<T>(a) % Unsigned<T>(b));
  }
};
struct ShrU {
  template <class T> QRT_ARITH T apply(T a, T b) {
    return isBit(b) ? T(Unsigned<T>(a) >> (b & lastBit<T>)) : T(0);
  }
};

struct UIntToF32 {
  template <class T> QRT_ARITH float apply(T a) { return float(Unsigned<T>(a)); }
};
struct IntToF32 {
  template <class T> QRT_ARITH float apply(T a) { return float(a); }
};
struct F32ToI32 {
  QRT_ARITH int32_t apply(float a) { return int32_t(a); }
  /// Out of range it has no value to fold to.
  QRT_ARITH bool isDefined(float a) { return a >= -0x1p31f && a < 0x1p31f; }
};
struct F32ToIndex {
  QRT_ARITH int32_t apply(float a) {
    float kept = a < -0x1p31f ? -0x1p31f : a;
    kept = kept < 0x1p31f ? kept : 0x1.fffffep30f; // NaN comes here too
    int32_t whole = int32_t(kept);
    whole = a >= 0x1p31f ? INT32_MAX : whole;
    return a == a ? whole : 0;
  }
};
struct I32ToI64 {
  QRT_ARITH int64_t apply(int32_t a) { return a; }
};
struct I64ToI32 {
  QRT_ARITH int32_t apply(int64_t a) {
    return int32_t(a < INT32_MIN ? INT32_MIN : INT32_MAX < a ? INT32_MAX : a);
  }
};
struct LowOfI64 {
  QRT_ARITH int32_t apply(int64_t a) { return int32_t(uint32_t(uint64_t(a))); }
};
struct GuardIndex {
  QRT_ARITH int32_t apply(int32_t a, int32_t size) {
    int32_t last = size < 1 ? 0 : size - 1;
    int32_t kept = a < last ? a : last;
    return kept < 0 ? 0 : kept;
  }
  /// Outside, the run fails.
  QRT_ARITH bool isDefined(int32_t a, int32_t size) { return a >= 0 && a < size; }
};
struct MulHighI {
  QRT_ARITH int32_t apply(int32_t a, int32_t b) {
    return int32_t(uint32_t(uint64_t(int64_t(a) * b + (int64_t(1) << 30)) >> 31));
  }
};
struct ShrRoundI {
  QRT_ARITH int32_t apply(int32_t a, int32_t count) {
    const uint32_t size = a < 0 ? 0u - uint32_t(a) : uint32_t(a), bits = uint32_t(count) & 31;
    const uint32_t rounded = (size + ((1u << bits) >> 1)) >> bits;
    const uint32_t kept = isBit(count) ? rounded : 0;
    return int32_t(a < 0 ? 0u - kept : kept);
  }
};

#undef QRT_ARITH

} // namespace arith
} // namespace
} // namespace qrt

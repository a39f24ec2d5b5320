// The arithmetic of each scalar operation, written once for the folder and
// for the lane loops of every instruction set. Internal linkage throughout:
// the per-ISA objects must not share one copy. Include from .cpp files only.
#pragma once

#include <cstdint>
#include <cstring>

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
  QRT_ARITH float apply(float a, float b) { return b < a ? b : a; }
};
struct MaxF {
  QRT_ARITH float apply(float a, float b) { return a < b ? b : a; }
};
struct FmaF {
  QRT_ARITH float apply(float a, float b, float c) {
    return __builtin_fmaf(a, b, c); // libm's is exact where hardware has none
  }
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

// In f64 and rounded once: libm's f32 variants differ between processors in
// the last bit, this practically never.
struct ExpF {
  QRT_ARITH float apply(float a) { return float(__builtin_exp(double(a))); }
};
struct LogF {
  QRT_ARITH float apply(float a) { return float(__builtin_log(double(a))); }
};
struct TanhF {
  QRT_ARITH float apply(float a) { return float(__builtin_tanh(double(a))); }
};
struct ErfF {
  QRT_ARITH float apply(float a) { return float(__builtin_erf(double(a))); }
};
struct SigmoidF {
  QRT_ARITH float apply(float a) { return float(1.0 / (1.0 + __builtin_exp(-double(a)))); }
};
struct PowF {
  QRT_ARITH float apply(float a, float b) { return float(__builtin_pow(double(a), double(b))); }
};

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
  template <class T> QRT_ARITH T apply(T a, T b) { return a + b; }
};
struct SubI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a - b; }
};
struct MulI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a * b; }
};
struct MinI {
  template <class T> QRT_ARITH T apply(T a, T b) { return b < a ? b : a; }
};
struct MaxI {
  template <class T> QRT_ARITH T apply(T a, T b) { return a < b ? b : a; }
};

struct IntToF32 {
  template <class T> QRT_ARITH float apply(T a) { return float(a); }
};
struct F32ToI32 {
  QRT_ARITH int32_t apply(float a) { return int32_t(a); }
  /// Out of range it has no value to fold to.
  QRT_ARITH bool isDefined(float a) { return a >= -0x1p31f && a < 0x1p31f; }
};
struct I32ToI64 {
  QRT_ARITH int64_t apply(int32_t a) { return a; }
};

#undef QRT_ARITH

} // namespace arith
} // namespace
} // namespace qrt

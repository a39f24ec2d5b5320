// Vectors of the instruction set that this unit is compiled for. Only sources
// called X.isa.cpp include it.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define QRT_INLINE [[maybe_unused]] static inline __attribute__((always_inline))
#define QRT_INLINE_MEMBER inline __attribute__((always_inline))

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

#if QRT_ISA_LEVEL >= 2
constexpr int vectorLanes = 16;
#elif QRT_ISA_LEVEL == 1
constexpr int vectorLanes = 8;
#else
constexpr int vectorLanes = 4;
#endif

typedef float VecF __attribute__((vector_size(vectorLanes * 4)));
typedef int32_t VecI __attribute__((vector_size(vectorLanes * 4)));

template <class V> QRT_INLINE V loadVec(const void *p) {
  V v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class V> QRT_INLINE void storeVec(void *p, V v) { std::memcpy(p, &v, sizeof v); }

QRT_INLINE VecF splat(float x) {
#if QRT_ISA_LEVEL >= 2
  return (VecF)_mm512_set1_ps(x);
#elif QRT_ISA_LEVEL == 1
  return (VecF)_mm256_set1_ps(x);
#else
  return VecF{x, x, x, x};
#endif
}
QRT_INLINE VecI splat(int32_t x) {
#if QRT_ISA_LEVEL >= 2
  return (VecI)_mm512_set1_epi32(x);
#elif QRT_ISA_LEVEL == 1
  return (VecI)_mm256_set1_epi32(x);
#else
  return VecI{x, x, x, x};
#endif
}

/// The first `count` < vectorLanes values of p; `fill` in the other lanes.
QRT_INLINE VecF loadFirst(const float *p, int64_t count, float fill) {
#if QRT_ISA_LEVEL >= 2
  return (VecF)_mm512_mask_loadu_ps(_mm512_set1_ps(fill), __mmask16((1u << count) - 1), p);
#elif QRT_ISA_LEVEL == 1
  __m256i isPresent = _mm256_cmpgt_epi32(_mm256_set1_epi32(int32_t(count)),
                                         _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  return (VecF)_mm256_blendv_ps(_mm256_set1_ps(fill), _mm256_maskload_ps(p, isPresent),
                                (__m256)isPresent);
#else
  VecF v = splat(fill);
  for (int64_t l = 0; l < count; ++l)
    v[l] = p[l];
  return v;
#endif
}
QRT_INLINE void storeFirst(float *p, int64_t count, VecF v) {
#if QRT_ISA_LEVEL >= 2
  _mm512_mask_storeu_ps(p, __mmask16((1u << count) - 1), (__m512)v);
#elif QRT_ISA_LEVEL == 1
  __m256i isPresent = _mm256_cmpgt_epi32(_mm256_set1_epi32(int32_t(count)),
                                         _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  _mm256_maskstore_ps(p, isPresent, (__m256)v);
#else
  for (int64_t l = 0; l < count; ++l)
    p[l] = v[l];
#endif
}

#if QRT_ISA_LEVEL >= 2
QRT_INLINE __mmask16 firstOf(int64_t count) { return __mmask16((1u << count) - 1); }
// Masked forms with a full mask: GCC 12 warns about the undefined operands of the plain ones.
constexpr __mmask16 allLanes = 0xffff;
QRT_INLINE VecF toF32(VecI x) { return (VecF)_mm512_maskz_cvtepi32_ps(allLanes, (__m512i)x); }
/// Rounds half to even; x must be in range.
QRT_INLINE VecI roundToI32(VecF x) { return (VecI)_mm512_maskz_cvtps_epi32(allLanes, (__m512)x); }
// Returns b if either operand is NaN or both are equal.
QRT_INLINE VecF atLeast(VecF x, VecF b) {
  return (VecF)_mm512_maskz_max_ps(allLanes, (__m512)b, (__m512)x);
}
QRT_INLINE VecF atMost(VecF x, VecF b) {
  return (VecF)_mm512_maskz_min_ps(allLanes, (__m512)b, (__m512)x);
}
QRT_INLINE VecI atLeast(VecI x, VecI b) {
  return (VecI)_mm512_maskz_max_epi32(allLanes, (__m512i)x, (__m512i)b);
}
QRT_INLINE VecI atMost(VecI x, VecI b) {
  return (VecI)_mm512_maskz_min_epi32(allLanes, (__m512i)x, (__m512i)b);
}
/// ScalarOp's ShlI, MulHighI and ShrRoundI.
QRT_INLINE VecI shiftLeft(VecI x, VecI count) {
  return (VecI)_mm512_maskz_sllv_epi32(allLanes, (__m512i)x, (__m512i)count);
}
QRT_INLINE VecI mulHigh(VecI a, VecI b) {
  constexpr __mmask8 all = 0xff;
  const __m512i half = _mm512_set1_epi64(int64_t(1) << 30);
  const __m512i even = _mm512_maskz_mul_epi32(all, (__m512i)a, (__m512i)b);
  const __m512i odd = _mm512_maskz_mul_epi32(all, _mm512_maskz_srli_epi64(all, (__m512i)a, 32),
                                             _mm512_maskz_srli_epi64(all, (__m512i)b, 32));
  const __m512i low = _mm512_maskz_srli_epi64(all, _mm512_add_epi64(even, half), 31);
  const __m512i high = _mm512_maskz_slli_epi64(all, _mm512_add_epi64(odd, half), 1);
  return (VecI)_mm512_mask_blend_epi32(0xaaaa, low, high);
}
QRT_INLINE VecI shrRound(VecI x, VecI count) {
  const __m512i bit = _mm512_maskz_sllv_epi32(allLanes, _mm512_set1_epi32(1), (__m512i)count);
  const __m512i half = _mm512_maskz_srli_epi32(allLanes, bit, 1);
  const __m512i size = _mm512_maskz_abs_epi32(allLanes, (__m512i)x);
  const __m512i rounded =
      _mm512_maskz_srlv_epi32(allLanes, _mm512_add_epi32(size, half), (__m512i)count);
  return (VecI)_mm512_mask_sub_epi32(rounded, _mm512_movepi32_mask((__m512i)x),
                                     _mm512_setzero_si512(), rounded);
}
/// The lowest byte of each of the first `count` lanes.
QRT_INLINE void storeBytes(char *p, VecI x, int64_t count = vectorLanes) {
  const __m128i bytes = _mm512_maskz_cvtepi32_epi8(allLanes, (__m512i)x);
  if (count == vectorLanes)
    _mm_storeu_si128(reinterpret_cast<__m128i *>(p), bytes);
  else
    _mm_mask_storeu_epi8(p, firstOf(count), bytes);
}
#elif QRT_ISA_LEVEL == 1
QRT_INLINE VecF toF32(VecI x) { return (VecF)_mm256_cvtepi32_ps((__m256i)x); }
QRT_INLINE VecI roundToI32(VecF x) { return (VecI)_mm256_cvtps_epi32((__m256)x); }
QRT_INLINE VecF atLeast(VecF x, VecF b) { return (VecF)_mm256_max_ps((__m256)b, (__m256)x); }
QRT_INLINE VecF atMost(VecF x, VecF b) { return (VecF)_mm256_min_ps((__m256)b, (__m256)x); }
QRT_INLINE VecI atLeast(VecI x, VecI b) { return (VecI)_mm256_max_epi32((__m256i)x, (__m256i)b); }
QRT_INLINE VecI atMost(VecI x, VecI b) { return (VecI)_mm256_min_epi32((__m256i)x, (__m256i)b); }
QRT_INLINE VecI mulHigh(VecI a, VecI b) {
  const __m256i half = _mm256_set1_epi64x(int64_t(1) << 30);
  const __m256i even = _mm256_mul_epi32((__m256i)a, (__m256i)b);
  const __m256i odd =
      _mm256_mul_epi32(_mm256_srli_epi64((__m256i)a, 32), _mm256_srli_epi64((__m256i)b, 32));
  return (VecI)_mm256_blend_epi32(_mm256_srli_epi64(_mm256_add_epi64(even, half), 31),
                                  _mm256_slli_epi64(_mm256_add_epi64(odd, half), 1), 0xaa);
}
QRT_INLINE VecI shrRound(VecI x, VecI count) {
  const __m256i bit = _mm256_sllv_epi32(_mm256_set1_epi32(1), (__m256i)count);
  const __m256i size = _mm256_add_epi32(_mm256_abs_epi32((__m256i)x), _mm256_srli_epi32(bit, 1));
  return (VecI)_mm256_sign_epi32(_mm256_srlv_epi32(size, (__m256i)count), (__m256i)x);
}
QRT_INLINE void storeBytes(char *p, VecI x, int64_t count = vectorLanes) {
  const __m256i lowest = _mm256_shuffle_epi8((__m256i)x, _mm256_set1_epi32(0x0c080400));
  const __m128i bytes =
      _mm_unpacklo_epi32(_mm256_castsi256_si128(lowest), _mm256_extracti128_si256(lowest, 1));
  const int64_t all = _mm_cvtsi128_si64(bytes);
  if (count == vectorLanes) // a call would cost more than the store
    storeVec(p, all);
  else
    std::memcpy(p, &all, size_t(count));
}
/// The lowest bytes of a's and then b's lanes; the lanes' values must fit in 16 bits.
QRT_INLINE __m128i lowestBytes(VecI a, VecI b) {
  const __m256i words = _mm256_packs_epi32((__m256i)a, (__m256i)b); // within 128-bit lanes
  const __m256i lowest = _mm256_shuffle_epi8(words, _mm256_set1_epi64x(0x0e0c0a0806040200));
  return _mm_unpacklo_epi32(_mm256_castsi256_si128(lowest), _mm256_extracti128_si256(lowest, 1));
}
#endif

/// body.template operator()<i>() for i in [0, count), unrolled: arrays indexed by i stay in
/// registers.
template <int count, class Body> QRT_INLINE void forEach(const Body &body) {
  [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
    (body.template operator()<i>(), ...);
  }(std::make_integer_sequence<int, count>());
}

/// a·b + c, rounded once where the instruction exists, else twice.
QRT_INLINE VecF fusedMultiplyAdd(VecF a, VecF b, VecF c) {
#if QRT_ISA_LEVEL >= 2
  return (VecF)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif QRT_ISA_LEVEL == 1
  return (VecF)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#else
  return a * b + c;
#endif
}

/// acc + a·b in the orders of floats (FloatOrder): the product rounded apart, or fused.
struct FixedStep {
  QRT_INLINE VecF step(VecF acc, VecF a, VecF b) { return acc + a * b; }
};
struct FastStep {
  QRT_INLINE VecF step(VecF acc, VecF a, VecF b) { return fusedMultiplyAdd(a, b, acc); }
};

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

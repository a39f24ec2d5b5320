// f16 and bf16 in vectors of f32. Loads widen exactly; stores and roundings are to nearest, ties to
// even, keep subnormals, and make of every NaN the type's quiet one with its sign, as
// types/narrow_float.h does for one value. AVX-512 has all of them, AVX2 those of bf16, the
// baseline the loads of bf16. Only sources called X.isa.cpp include it.
#pragma once

#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/types/narrow_float.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

typedef uint16_t VecH __attribute__((vector_size(vectorLanes * 2)));
typedef uint32_t VecU __attribute__((vector_size(vectorLanes * 4)));

/// Loads the first `count` < vectorLanes codes; the others are 0.
QRT_INLINE VecH loadFirstCodes(const void *p, int64_t count) {
#if QRT_ISA_LEVEL >= 2
  return (VecH)_mm256_maskz_loadu_epi16(firstOf(count), p);
#else
  VecH codes = {};
  for (int64_t l = 0; l < count; ++l)
    codes[l] = static_cast<const uint16_t *>(p)[l];
  return codes;
#endif
}

template <class Half> QRT_INLINE VecF widen(VecH codes) {
  if constexpr (std::is_same_v<Half, BFloat16>)
    return (VecF)(__builtin_convertvector(codes, VecI) << 16);
#if QRT_ISA_LEVEL >= 2
  return (VecF)_mm512_maskz_cvtph_ps(allLanes, (__m256i)codes);
#endif
}
template <class Half> QRT_INLINE VecF loadHalves(const void *p) {
  return widen<Half>(loadVec<VecH>(p));
}
template <class Half> QRT_INLINE VecF loadFirstHalves(const void *p, int64_t count) {
  return widen<Half>(loadFirstCodes(p, count));
}

#if QRT_ISA_LEVEL >= 1
/// Returns `rounded` where x is a number, else `quiet` with x's sign.
QRT_INLINE VecU orQuiet(VecF x, VecU rounded, VecU quiet) {
#if QRT_ISA_LEVEL >= 2
  return (VecU)_mm512_mask_mov_epi32(
      (__m512i)rounded, _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_UNORD_Q), (__m512i)quiet);
#else
  const VecU isNumber = (VecU)(x == x);
  return (rounded & isNumber) | (quiet & ~isNumber);
#endif
}

/// Returns each value rounded to a bf16, whose bits are the upper 16.
QRT_INLINE VecU roundedUpper(VecF x) {
  const VecU bits = (VecU)x;
  return orQuiet(x, bits + 0x7fffu + (bits >> 16 & 1u), (bits & 0x80000000u) | 0x7fc00000u);
}

template <class Half> QRT_INLINE VecH narrow(VecF x) {
  if constexpr (std::is_same_v<Half, BFloat16>) {
    const VecU codes = roundedUpper(x) >> 16;
#if QRT_ISA_LEVEL >= 2
    return (VecH)_mm512_maskz_cvtepi32_epi16(allLanes, (__m512i)codes);
#else
    const __m256i words = _mm256_packus_epi32((__m256i)codes, (__m256i)codes); // of each half twice
    return (VecH)_mm_unpacklo_epi64(_mm256_castsi256_si128(words),
                                    _mm256_extracti128_si256(words, 1));
#endif
  }
#if QRT_ISA_LEVEL >= 2
  constexpr int nearestEven = 0;
  const VecH codes = (VecH)_mm512_maskz_cvtps_ph(allLanes, (__m512)x, nearestEven);
  const VecH quiet = (codes & uint16_t(0x8000)) | uint16_t(0x7e00);
  return (VecH)_mm256_mask_mov_epi16(
      (__m256i)codes, _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_UNORD_Q), (__m256i)quiet);
#endif
}

/// Returns each value as a `Half` holds it.
template <class Half> QRT_INLINE VecF roundedTo(VecF x) {
  if constexpr (std::is_same_v<Half, BFloat16>)
    return (VecF)(roundedUpper(x) & 0xffff0000u);
  else
    return widen<Half>(narrow<Half>(x));
}

template <class Half> QRT_INLINE void storeHalves(void *p, VecF x) { storeVec(p, narrow<Half>(x)); }
/// Stores the first `count` < vectorLanes values.
template <class Half> QRT_INLINE void storeFirstHalves(void *p, int64_t count, VecF x) {
  const VecH codes = narrow<Half>(x);
#if QRT_ISA_LEVEL >= 2
  _mm256_mask_storeu_epi16(p, firstOf(count), (__m256i)codes);
#else
  std::memcpy(p, &codes, size_t(count) * 2);
#endif
}
#endif

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

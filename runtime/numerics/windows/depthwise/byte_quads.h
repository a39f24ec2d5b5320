// Bytes of four vectors of channels, and quads of them multiplied. Only sources called
// X.isa.cpp include it; the baseline has none.
#pragma once

#include "runtime/numerics/execution/simd.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

#if QRT_ISA_LEVEL >= 1

/// 4·vectorLanes channels' bytes.
typedef int8_t VecB __attribute__((vector_size(vectorLanes * 4)));

/// The four vectors' bytes change places so that unpacking within 128-bit lanes leaves channels in
/// their order: dword 4k + q of the result is dword k + q·vectorLanes/4.
QRT_INLINE VecB spread(VecB bytes) {
#if QRT_ISA_LEVEL >= 2
  const VecI from = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
#else
  const VecI from = {0, 2, 4, 6, 1, 3, 5, 7};
#endif
  return (VecB)__builtin_shuffle((VecI)bytes, from);
}

#if QRT_ISA_LEVEL >= 2
#define QRT_UNPACK(half, bits, a, b) (VecB) _mm512_unpack##half##_epi##bits((__m512i)a, (__m512i)b)
#else
#define QRT_UNPACK(half, bits, a, b) (VecB) _mm256_unpack##half##_epi##bits((__m256i)a, (__m256i)b)
#endif

/// The first `count` bytes, zeros behind.
QRT_INLINE VecB loadBytes(const char *p, int64_t count) {
#if QRT_ISA_LEVEL >= 2
  return (VecB)_mm512_maskz_loadu_epi8(__mmask64(~0ull) >> (64 - count), p);
#else
  const VecI lane = {0, 1, 2, 3, 4, 5, 6, 7}, whole = splat(int32_t(count / 4));
  VecI bytes =
      (VecI)_mm256_maskload_epi32(reinterpret_cast<const int *>(p), (__m256i)(whole > lane));
  if (const int64_t rest = count % 4) {
    const uint8_t *last = reinterpret_cast<const uint8_t *>(p) + count - rest;
    const int32_t value = last[0] | (rest > 1 ? last[1] << 8 : 0) | (rest > 2 ? last[2] << 16 : 0);
    bytes |= splat(value) & (VecI)(whole == lane);
  }
  return (VecB)bytes;
#endif
}

/// Adds the products of a lane's four bytes with four others: one instruction with VNNI; elsewhere
/// 16-bit products of even and of odd bytes.
#if QRT_ISA_LEVEL >= 3
struct Quads {
  VecI all;
};
QRT_INLINE Quads unsignedQuads(VecB x) { return {(VecI)x}; }
QRT_INLINE Quads signedQuads(VecB w) { return {(VecI)w}; }
QRT_INLINE VecI addProducts(VecI acc, Quads x, Quads w) {
  return (VecI)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)x.all, (__m512i)w.all);
}
#else
struct Quads {
  VecI even, odd;
};
#if QRT_ISA_LEVEL >= 2
#define QRT_I16(name, ...) (VecI) _mm512_##name##_epi16(__VA_ARGS__)
typedef __m512i Register;
#else
#define QRT_I16(name, ...) (VecI) _mm256_##name##_epi16(__VA_ARGS__)
typedef __m256i Register;
#endif
QRT_INLINE Quads unsignedQuads(VecB x) {
  return {(VecI)x & splat(int32_t(0x00ff00ff)), QRT_I16(srli, (Register)x, 8)};
}
QRT_INLINE Quads signedQuads(VecB w) {
  return {QRT_I16(srai, (Register)QRT_I16(slli, (Register)w, 8), 8), QRT_I16(srai, (Register)w, 8)};
}
QRT_INLINE VecI addProducts(VecI acc, Quads x, Quads w) {
  return acc + QRT_I16(madd, (Register)x.even, (Register)w.even) +
         QRT_I16(madd, (Register)x.odd, (Register)w.odd);
}
#endif

#endif // QRT_ISA_LEVEL >= 1

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

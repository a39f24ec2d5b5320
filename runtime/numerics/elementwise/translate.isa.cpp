// Bytes replaced by a table's, in vectors: sixteen entries are a shuffle, or 128 with VBMI.
#include "runtime/numerics/elementwise/translate_kernels.h"
#include "runtime/numerics/execution/simd.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

void translateEach(uint8_t *bytes, int64_t count, const uint8_t *table) {
  for (int64_t i = 0; i < count; ++i)
    bytes[i] = table[bytes[i]];
}

#if QRT_ISA_LEVEL >= 1
/// Looks up each byte's low 4 + depth bits in the 16 << depth entries at `table`. Blends test a
/// byte's highest bit, so bit 4 + d is passed shifted there, as `bit[d]`.
template <int depth>
QRT_INLINE __m256i lookUp(const uint8_t *table, __m256i low, const __m256i (&bit)[4]) {
  if constexpr (depth == 0) {
    const __m128i entries = _mm_loadu_si128(reinterpret_cast<const __m128i *>(table));
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(entries), low);
  } else {
    return _mm256_blendv_epi8(lookUp<depth - 1>(table, low, bit),
                              lookUp<depth - 1>(table + (8 << depth), low, bit), bit[depth - 1]);
  }
}

void translateByShuffles(uint8_t *bytes, int64_t count, const uint8_t *table) {
  int64_t i = 0;
  for (; i + 32 <= count; i += 32) {
    auto *at = reinterpret_cast<__m256i *>(bytes + i);
    const __m256i x = _mm256_loadu_si256(at);
    const __m256i bit[4] = {_mm256_slli_epi16(x, 3), _mm256_slli_epi16(x, 2),
                            _mm256_slli_epi16(x, 1), x};
    _mm256_storeu_si256(at, lookUp<4>(table, _mm256_and_si256(x, _mm256_set1_epi8(15)), bit));
  }
  translateEach(bytes + i, count - i, table);
}
#endif

#if QRT_ISA_LEVEL >= 2
__attribute__((target("avx512vbmi"))) void translateByPermutes(uint8_t *bytes, int64_t count,
                                                               const uint8_t *table) {
  const __m512i t0 = _mm512_loadu_si512(table), t1 = _mm512_loadu_si512(table + 64),
                t2 = _mm512_loadu_si512(table + 128), t3 = _mm512_loadu_si512(table + 192);
  auto translated = [&](__m512i x) __attribute__((target("avx512vbmi"))) {
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), _mm512_permutex2var_epi8(t0, x, t1),
                                  _mm512_permutex2var_epi8(t2, x, t3));
  };
  int64_t i = 0;
  for (; i + 64 <= count; i += 64)
    _mm512_storeu_si512(bytes + i, translated(_mm512_loadu_si512(bytes + i)));
  if (i < count) {
    const __mmask64 rest = (uint64_t(1) << (count - i)) - 1;
    _mm512_mask_storeu_epi8(bytes + i, rest, translated(_mm512_maskz_loadu_epi8(rest, bytes + i)));
  }
}
#endif

} // namespace

void fillTranslate(TranslateKernels &kernels) {
  kernels.translate = translateEach;
#if QRT_ISA_LEVEL >= 1
  kernels.translate = translateByShuffles;
#endif
#if QRT_ISA_LEVEL >= 2
  if (__builtin_cpu_supports("avx512vbmi"))
    kernels.translate = translateByPermutes;
#endif
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

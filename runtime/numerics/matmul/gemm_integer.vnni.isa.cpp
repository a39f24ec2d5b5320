// Matrix tiles in integers. Products are widened before they are added:
// vpmaddubsw, which saturates in between, is not used.
#include "runtime/numerics/matmul/gemm_tile.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

struct PairStep {
  using Vec = VecI;
  using Unit = int32_t;
  QRT_INLINE VecI step(VecI acc, VecI a, VecI b) {
#if QRT_ISA_LEVEL >= 2
    return acc + (VecI)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif QRT_ISA_LEVEL == 1
    return acc + (VecI)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return acc + (VecI)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    // Low and high halves, by arithmetic shifts.
    return acc + ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
#endif
  }
};

#if QRT_ISA_LEVEL >= 3
struct DotStep {
  using Vec = VecI;
  using Unit = int32_t;
  QRT_INLINE VecI step(VecI acc, VecI a, VecI b) {
    return (VecI)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)a, (__m512i)b);
  }
};
#endif

/// 16-bit types: i32 values, i64 sums; plain loops over blocks of columns.
void gemmWide(const GemmArgs &args, int vectors) {
  constexpr int maxColumns = maxPanelVectors * vectorLanes;
  int columns = vectors * vectorLanes;
  for (int64_t row = 0; row < args.rowCount; ++row) {
    int64_t acc[maxColumns] = {};
    const int32_t *b = static_cast<const int32_t *>(args.panel);
    for (int64_t s = 0; s < args.segments; ++s) {
      const char *a = args.base + args.rowOffsets[row] + args.segmentOffsets[s];
      for (int64_t u = 0; u < args.units; ++u, b += columns) {
        int32_t value;
        std::memcpy(&value, a + u * 4, sizeof value);
        for (int c = 0; c < columns; ++c)
          acc[c] += int64_t(value) * b[c];
      }
    }
    int64_t *out = static_cast<int64_t *>(args.acc) + row * args.accStride;
    for (int c = 0; c < columns; ++c)
      out[c] = acc[c];
  }
}

} // namespace

void fillGemmInteger(GemmKernels &kernels) {
  fillGemm<PairStep>(kernels, GemmFamily::Pair16);
#if QRT_ISA_LEVEL >= 3
  fillGemm<DotStep>(kernels, GemmFamily::Dot8);
#endif
  kernels.gemm[int(GemmFamily::Wide)] = gemmWide;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

// Tiles of a Gram matrix: partial sums stay in registers over all rows.
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/matmul/gram_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

typedef double VecD __attribute__((vector_size(vectorLanes * 4)));
constexpr int gramVectors = gramPanel * 2 / vectorLanes;
// Eight sums hide the latency of an FMA.
constexpr int gramRows = 8 / gramVectors;

QRT_INLINE VecD splatDouble(double x) {
#if QRT_ISA_LEVEL >= 2
  return (VecD)_mm512_set1_pd(x);
#elif QRT_ISA_LEVEL == 1
  return (VecD)_mm256_set1_pd(x);
#else
  return VecD{x, x};
#endif
}

/// Adds a·b to `sum`. The products are exact, so fused and unfused sums are equal.
QRT_INLINE VecD addProduct(VecD sum, VecD a, VecD b) {
#if QRT_ISA_LEVEL >= 2
  return (VecD)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)sum);
#elif QRT_ISA_LEVEL == 1
  return (VecD)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)sum);
#else
  return sum + a * b;
#endif
}

/// Adds the products to gramRows rows of the tile.
void addGramRows(const double *a, const double *b, int64_t count, double *tile, int64_t stride) {
  VecD sums[gramRows][gramVectors];
#pragma GCC unroll 8
  for (int i = 0; i < gramRows; ++i)
#pragma GCC unroll 4
    for (int v = 0; v < gramVectors; ++v)
      sums[i][v] = loadVec<VecD>(tile + i * stride + v * (vectorLanes / 2));
  for (int64_t r = 0; r < count; ++r, a += gramPanel, b += gramPanel) {
    VecD x[gramVectors];
#pragma GCC unroll 4
    for (int v = 0; v < gramVectors; ++v)
      x[v] = loadVec<VecD>(b + v * (vectorLanes / 2));
#pragma GCC unroll 8
    for (int i = 0; i < gramRows; ++i) {
      const VecD factor = splatDouble(a[i]);
#pragma GCC unroll 4
      for (int v = 0; v < gramVectors; ++v)
        sums[i][v] = addProduct(sums[i][v], factor, x[v]);
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < gramRows; ++i)
#pragma GCC unroll 4
    for (int v = 0; v < gramVectors; ++v)
      storeVec(tile + i * stride + v * (vectorLanes / 2), sums[i][v]);
}

void gramTile(const double *a, const double *b, int64_t count, double *tile, int64_t stride) {
  for (int64_t i = 0; i < gramPanel; i += gramRows)
    addGramRows(a + i, b, count, tile + i * stride, stride);
}

} // namespace

void fillGram(GramKernels &kernels) { kernels.gramTile = gramTile; }

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

// Tiles of products of f64: sums stay in registers over all k.
#include "runtime/numerics/matmul/doubles/double_tile.h"
#include "runtime/numerics/execution/simd.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

typedef double VecD __attribute__((vector_size(vectorLanes * 4)));
constexpr int lanes = vectorLanes / 2;
constexpr int vectorsOfPanel = int(doublePanel) / lanes;
// Eight sums hide the latency of an addition.
constexpr int columnsAtOnce = 8 / vectorsOfPanel;

QRT_INLINE VecD splatDouble(double x) {
#if QRT_ISA_LEVEL >= 2
  return (VecD)_mm512_set1_pd(x);
#elif QRT_ISA_LEVEL == 1
  return (VecD)_mm256_set1_pd(x);
#else
  return VecD{x, x};
#endif
}

/// A product and a sum round apart on every instruction set.
struct Apart {
  QRT_INLINE VecD step(VecD sum, VecD a, VecD b) { return sum + a * b; }
};
/// They round together where an instruction does both.
struct Fused {
  QRT_INLINE VecD step(VecD sum, VecD a, VecD b) {
#if QRT_ISA_LEVEL >= 2
    return (VecD)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)sum);
#elif QRT_ISA_LEVEL == 1
    return (VecD)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)sum);
#else
    return sum + a * b;
#endif
  }
};

/// Adds the products to columnsAtOnce columns of the tile.
template <class Op>
void addColumns(const double *a, const double *b, int64_t count, double *tile, int64_t stride) {
  VecD sums[columnsAtOnce][vectorsOfPanel];
#pragma GCC unroll 8
  for (int j = 0; j < columnsAtOnce; ++j)
#pragma GCC unroll 4
    for (int v = 0; v < vectorsOfPanel; ++v)
      sums[j][v] = loadVec<VecD>(tile + j * stride + v * lanes);
  for (int64_t k = 0; k < count; ++k, a += doublePanel, b += doublePanel) {
    VecD rows[vectorsOfPanel];
#pragma GCC unroll 4
    for (int v = 0; v < vectorsOfPanel; ++v)
      rows[v] = loadVec<VecD>(a + v * lanes);
#pragma GCC unroll 8
    for (int j = 0; j < columnsAtOnce; ++j) {
      const VecD factor = splatDouble(b[j]);
#pragma GCC unroll 4
      for (int v = 0; v < vectorsOfPanel; ++v)
        sums[j][v] = Op::step(sums[j][v], rows[v], factor);
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < columnsAtOnce; ++j)
#pragma GCC unroll 4
    for (int v = 0; v < vectorsOfPanel; ++v)
      storeVec(tile + j * stride + v * lanes, sums[j][v]);
}

template <class Op>
void addTile(const double *a, const double *b, int64_t count, double *tile, int64_t stride) {
  for (int64_t j = 0; j < doublePanel; j += columnsAtOnce)
    addColumns<Op>(a, b + j, count, tile + j * stride, stride);
}

} // namespace

void fillDoubleTiles(DoubleTileKernels &kernels) {
  kernels.apart = addTile<Apart>;
  kernels.fused = addTile<Fused>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

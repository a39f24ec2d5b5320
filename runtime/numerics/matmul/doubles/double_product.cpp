#include "runtime/numerics/matmul/doubles/double_product.h"

#include "runtime/numerics/matmul/doubles/double_tile.h"

#include <algorithm>
#include <vector>

namespace qrt {

namespace {

// A panel of so many k is 16 KiB, which a first-level cache holds beside another one.
constexpr int64_t innerAtOnce = 256;

/// Packs panels one after the other, `inner` times doublePanel elements each: element (k, i) is
/// factor·from[i·stride + k·innerStride]. Zeros lie behind the last of `size`.
void packPanels(const double *from, int64_t size, int64_t stride, int64_t inner,
                int64_t innerStride, double factor, std::vector<double> &packed) {
  packed.assign(size_t(doublePanels(size) * inner * doublePanel), 0.0);
  double *to = packed.data();
  for (int64_t first = 0; first < size; first += doublePanel) {
    const int64_t own = std::min(doublePanel, size - first);
    for (int64_t k = 0; k < inner; ++k, to += doublePanel) {
      const double *line = from + first * stride + k * innerStride;
      for (int64_t i = 0; i < own; ++i)
        to[i] = factor * line[i * stride];
    }
  }
}

/// Adds `sign` times the product, which is 1 or −1.
void add(Isa isa, const DoubleProductShape &shape, const DoubleMatrix &a, const DoubleMatrix &b,
         double sign, double *sums, int64_t stride) {
  const DoubleTileFn tile = doubleTileKernels(isa).apart;
  std::vector<double> packedA, packedB;
  for (int64_t begin = 0; begin < shape.inner; begin += innerAtOnce) {
    const int64_t count = std::min(innerAtOnce, shape.inner - begin);
    packPanels(a.first + begin * a.columnStride, shape.rows, a.rowStride, count, a.columnStride,
               sign, packedA);
    packPanels(b.first + begin * b.rowStride, shape.columns, b.columnStride, count, b.rowStride, 1,
               packedB);
    const int64_t panelSize = count * doublePanel;
    for (int64_t j = 0; j < shape.columns; j += doublePanel)
      for (int64_t i = 0; i < shape.rows; i += doublePanel)
        addDoubleTile(tile, packedA.data() + i / doublePanel * panelSize,
                      packedB.data() + j / doublePanel * panelSize, count,
                      std::min(doublePanel, shape.rows - i),
                      std::min(doublePanel, shape.columns - j), sums + j * stride + i, stride);
  }
}

} // namespace

void addDoubleProduct(Isa isa, const DoubleProductShape &shape, const DoubleMatrix &a,
                      const DoubleMatrix &b, double *sums, int64_t stride) {
  add(isa, shape, a, b, 1, sums, stride);
}

void subtractDoubleProduct(Isa isa, const DoubleProductShape &shape, const DoubleMatrix &a,
                           const DoubleMatrix &b, double *sums, int64_t stride) {
  add(isa, shape, a, b, -1, sums, stride);
}

} // namespace qrt

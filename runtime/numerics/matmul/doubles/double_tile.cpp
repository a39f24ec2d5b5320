#include "runtime/numerics/matmul/doubles/double_tile.h"

#include <algorithm>

namespace qrt {

QRT_DEFINE_ISA_TABLE(DoubleTileKernels, doubleTileKernels, QRT_ISA_FILL(fillDoubleTiles))

void addDoubleTile(DoubleTileFn add, const double *a, const double *b, int64_t count,
                   int64_t height, int64_t width, double *place, int64_t stride) {
  if (height == doublePanel && width == doublePanel)
    return add(a, b, count, place, stride);
  double tile[doublePanel * doublePanel] = {};
  for (int64_t j = 0; j < width; ++j)
    std::copy_n(place + j * stride, height, tile + j * doublePanel);
  add(a, b, count, tile, doublePanel);
  for (int64_t j = 0; j < width; ++j)
    std::copy_n(tile + j * doublePanel, height, place + j * stride);
}

} // namespace qrt

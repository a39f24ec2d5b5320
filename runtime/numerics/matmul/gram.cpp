#include "runtime/numerics/matmul/gram.h"

#include "runtime/numerics/matmul/gram_kernels.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace qrt {
namespace {

int64_t panelsOf(int64_t columns) { return (columns + gramPanel - 1) / gramPanel; }

/// Panels one after the other, `count` rows each; zeros behind the last column.
std::vector<double> packPanels(const float *rows, int64_t count, int64_t stride, int64_t columns) {
  const int64_t panels = panelsOf(columns);
  std::vector<double> packed(size_t(panels * count * gramPanel));
  for (int64_t panel = 0; panel < panels; ++panel) {
    const int64_t first = panel * gramPanel, own = std::min(gramPanel, columns - first);
    double *to = packed.data() + panel * count * gramPanel;
    for (int64_t r = 0; r < count; ++r, to += gramPanel)
      std::copy_n(rows + r * stride + first, own, to);
  }
  return packed;
}

/// Copies a tile between its own 64 entries and the matrix, as far as that goes.
template <typename From, typename To>
void copyTile(int64_t height, int64_t width, From from, int64_t fromStride, To to,
              int64_t toStride) {
  for (int64_t i = 0; i < height; ++i)
    std::copy_n(from + i * fromStride, width, to + i * toStride);
}

/// Adds the products of two panels to a tile of sums: the [height, width] entries at `place` of a
/// matrix whose rows are `stride` apart.
void addTile(const GramKernels &kernels, const double *a, const double *b, int64_t count,
             int64_t height, int64_t width, double *place, int64_t stride) {
  double tile[gramPanel * gramPanel] = {};
  copyTile(height, width, place, stride, tile, gramPanel);
  kernels.gramTile(a, b, count, tile);
  copyTile(height, width, tile, gramPanel, place, stride);
}

constexpr int64_t grain = 64; // tiles: some hundred microseconds

/// Returns the row of tile `t` of a lower triangle whose tiles are counted row by row.
int64_t rowOfTile(int64_t t) {
  auto row = int64_t((std::sqrt(8.0 * double(t) + 1) - 1) / 2);
  while (row * (row + 1) / 2 > t)
    --row;
  while ((row + 1) * (row + 2) / 2 <= t)
    ++row;
  return row;
}

} // namespace

void addGram(const Execution &execution, const float *rows, int64_t count, int64_t stride,
             int64_t columns, double *sums) {
  if (count <= 0 || columns <= 0)
    return;
  const std::vector<double> packed = packPanels(rows, count, stride, columns);
  const int64_t panels = panelsOf(columns);
  const GramKernels &kernels = gramKernels(execution.isa);
  auto panelAt = [&](int64_t panel) { return packed.data() + panel * count * gramPanel; };
  execution.parallelFor(panels * (panels + 1) / 2, grain, [&](int64_t begin, int64_t end) {
    int64_t i = rowOfTile(begin), j = begin - i * (i + 1) / 2;
    for (int64_t t = begin; t < end; ++t) {
      const int64_t height = std::min(gramPanel, columns - i * gramPanel),
                    width = std::min(gramPanel, columns - j * gramPanel);
      addTile(kernels, panelAt(i), panelAt(j), count, height, width,
              sums + i * gramPanel * columns + j * gramPanel, columns);
      if (++j > i)
        ++i, j = 0;
    }
  });
}

void addProducts(const Execution &execution, int64_t count, int64_t stride, Columns a, Columns b,
                 double *sums) {
  if (count <= 0 || a.count <= 0 || b.count <= 0)
    return;
  const std::vector<double> packedA = packPanels(a.first, count, stride, a.count),
                            packedB = packPanels(b.first, count, stride, b.count);
  const int64_t across = panelsOf(b.count), panelSize = count * gramPanel;
  const GramKernels &kernels = gramKernels(execution.isa);
  execution.parallelFor(panelsOf(a.count) * across, grain, [&](int64_t begin, int64_t end) {
    for (int64_t t = begin; t < end; ++t) {
      const int64_t i = t / across, j = t % across;
      const int64_t height = std::min(gramPanel, a.count - i * gramPanel),
                    width = std::min(gramPanel, b.count - j * gramPanel);
      addTile(kernels, packedA.data() + i * panelSize, packedB.data() + j * panelSize, count,
              height, width, sums + i * gramPanel * b.count + j * gramPanel, b.count);
    }
  });
}

} // namespace qrt

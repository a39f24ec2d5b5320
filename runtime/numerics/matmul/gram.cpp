#include "runtime/numerics/matmul/gram.h"

#include "runtime/numerics/matmul/gram_kernels.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace qrt {
namespace {

/// Panels one after the other, `count` rows each; zeros behind the last column.
std::vector<double> packPanels(const float *rows, int64_t count, int64_t stride, int64_t columns) {
  const int64_t panels = (columns + gramPanel - 1) / gramPanel;
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

/// Of tile `t` of a lower triangle, counted by rows: its row.
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
  const int64_t panels = (columns + gramPanel - 1) / gramPanel;
  const GramKernels &kernels = gramKernels(execution.isa);
  auto panelAt = [&](int64_t panel) { return packed.data() + panel * count * gramPanel; };
  constexpr int64_t grain = 64; // some hundred microseconds
  execution.parallelFor(panels * (panels + 1) / 2, grain, [&](int64_t begin, int64_t end) {
    int64_t i = rowOfTile(begin), j = begin - i * (i + 1) / 2;
    for (int64_t t = begin; t < end; ++t) {
      const int64_t height = std::min(gramPanel, columns - i * gramPanel),
                    width = std::min(gramPanel, columns - j * gramPanel);
      double tile[gramPanel * gramPanel] = {};
      double *place = sums + i * gramPanel * columns + j * gramPanel;
      copyTile(height, width, place, columns, tile, gramPanel);
      kernels.gramTile(panelAt(i), panelAt(j), count, tile);
      copyTile(height, width, tile, gramPanel, place, columns);
      if (++j > i)
        ++i, j = 0;
    }
  });
}

} // namespace qrt

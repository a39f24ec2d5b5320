#include "runtime/numerics/matmul/gram.h"

#include "runtime/numerics/execution/scratch.h"
#include "runtime/numerics/matmul/gram_kernels.h"

#include <algorithm>
#include <cmath>

namespace qrt {
namespace {

int64_t panelsOf(int64_t columns) { return (columns + gramPanel - 1) / gramPanel; }

/// Packs panels one after the other, `count` rows each; zeros lie behind the last column.
void packPanels(const float *rows, int64_t count, int64_t stride, int64_t columns, double *to) {
  for (int64_t first = 0; first < columns; first += gramPanel) {
    const int64_t own = std::min(gramPanel, columns - first);
    const float *from = rows + first;
    if (own == gramPanel) { // a loop of a known length is one of vectors
      for (int64_t r = 0; r < count; ++r, from += stride, to += gramPanel)
        for (int64_t i = 0; i < gramPanel; ++i)
          to[i] = from[i];
      continue;
    }
    for (int64_t r = 0; r < count; ++r, from += stride, to += gramPanel)
      for (int64_t i = 0; i < gramPanel; ++i)
        to[i] = i < own ? from[i] : 0;
  }
}

int64_t panelBytes(int64_t columns, int64_t count) {
  return panelsOf(columns) * count * gramPanel * int64_t(sizeof(double));
}

/// Adds the products of two panels to a tile of sums: the [height, width] entries at `place` of a
/// matrix whose rows are `stride` apart.
void addTile(const GramKernels &kernels, const double *a, const double *b, int64_t count,
             int64_t height, int64_t width, double *place, int64_t stride) {
  if (height == gramPanel && width == gramPanel)
    return kernels.gramTile(a, b, count, place, stride);
  double tile[gramPanel * gramPanel] = {};
  for (int64_t i = 0; i < height; ++i)
    for (int64_t j = 0; j < width; ++j)
      tile[i * gramPanel + j] = place[i * stride + j];
  kernels.gramTile(a, b, count, tile, gramPanel);
  for (int64_t i = 0; i < height; ++i)
    for (int64_t j = 0; j < width; ++j)
      place[i * stride + j] = tile[i * gramPanel + j];
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
  Scratch memory(size_t(panelBytes(columns, count)));
  const double *packed = memory.as<double>();
  packPanels(rows, count, stride, columns, memory.as<double>());
  const int64_t panels = panelsOf(columns);
  const GramKernels &kernels = gramKernels(execution.isa);
  auto panelAt = [&](int64_t panel) { return packed + panel * count * gramPanel; };
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
  const int64_t across = panelsOf(b.count), panelSize = count * gramPanel;
  Scratch memoryA(size_t(panelBytes(a.count, count))), memoryB(size_t(panelBytes(b.count, count)));
  packPanels(a.first, count, stride, a.count, memoryA.as<double>());
  packPanels(b.first, count, stride, b.count, memoryB.as<double>());
  const double *packedA = memoryA.as<double>(), *packedB = memoryB.as<double>();
  const GramKernels &kernels = gramKernels(execution.isa);
  execution.parallelFor(panelsOf(a.count) * across, grain, [&](int64_t begin, int64_t end) {
    for (int64_t t = begin; t < end; ++t) {
      const int64_t i = t / across, j = t % across;
      const int64_t height = std::min(gramPanel, a.count - i * gramPanel),
                    width = std::min(gramPanel, b.count - j * gramPanel);
      addTile(kernels, packedA + i * panelSize, packedB + j * panelSize, count, height, width,
              sums + i * gramPanel * b.count + j * gramPanel, b.count);
    }
  });
}

} // namespace qrt

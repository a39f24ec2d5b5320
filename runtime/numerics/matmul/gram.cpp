#include "runtime/numerics/matmul/gram.h"

#include "runtime/numerics/execution/scratch.h"
#include "runtime/numerics/matmul/doubles/double_tile.h"

#include <algorithm>
#include <cmath>

namespace qrt {
namespace {

/// Packs panels one after the other, `count` rows each; zeros lie behind the last column.
void packPanels(const float *rows, int64_t count, int64_t stride, int64_t columns, double *to) {
  for (int64_t first = 0; first < columns; first += doublePanel) {
    const int64_t own = std::min(doublePanel, columns - first);
    const float *from = rows + first;
    if (own == doublePanel) { // a loop of a known length is one of vectors
      for (int64_t r = 0; r < count; ++r, from += stride, to += doublePanel)
        for (int64_t i = 0; i < doublePanel; ++i)
          to[i] = from[i];
      continue;
    }
    for (int64_t r = 0; r < count; ++r, from += stride, to += doublePanel)
      for (int64_t i = 0; i < doublePanel; ++i)
        to[i] = i < own ? from[i] : 0;
  }
}

int64_t panelBytes(int64_t columns, int64_t count) {
  return doublePanels(columns) * count * doublePanel * int64_t(sizeof(double));
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
  const int64_t panels = doublePanels(columns);
  const DoubleTileFn add = doubleTileKernels(execution.isa).fused; // products of f32 are exact
  auto panelAt = [&](int64_t panel) { return packed + panel * count * doublePanel; };
  execution.parallelFor(panels * (panels + 1) / 2, grain, [&](int64_t begin, int64_t end) {
    int64_t i = rowOfTile(begin), j = begin - i * (i + 1) / 2;
    for (int64_t t = begin; t < end; ++t) {
      const int64_t height = std::min(doublePanel, columns - i * doublePanel),
                    width = std::min(doublePanel, columns - j * doublePanel);
      addDoubleTile(add, panelAt(j), panelAt(i), count, width, height,
                    sums + i * doublePanel * columns + j * doublePanel, columns);
      if (++j > i)
        ++i, j = 0;
    }
  });
}

void addProducts(const Execution &execution, int64_t count, int64_t stride, Columns a, Columns b,
                 double *sums) {
  if (count <= 0 || a.count <= 0 || b.count <= 0)
    return;
  const int64_t across = doublePanels(b.count), panelSize = count * doublePanel;
  Scratch memoryA(size_t(panelBytes(a.count, count))), memoryB(size_t(panelBytes(b.count, count)));
  packPanels(a.first, count, stride, a.count, memoryA.as<double>());
  packPanels(b.first, count, stride, b.count, memoryB.as<double>());
  const double *packedA = memoryA.as<double>(), *packedB = memoryB.as<double>();
  const DoubleTileFn add = doubleTileKernels(execution.isa).fused; // products of f32 are exact
  execution.parallelFor(doublePanels(a.count) * across, grain, [&](int64_t begin, int64_t end) {
    for (int64_t t = begin; t < end; ++t) {
      const int64_t i = t / across, j = t % across;
      const int64_t height = std::min(doublePanel, a.count - i * doublePanel),
                    width = std::min(doublePanel, b.count - j * doublePanel);
      addDoubleTile(add, packedB + j * panelSize, packedA + i * panelSize, count, width, height,
                    sums + i * doublePanel * b.count + j * doublePanel, b.count);
    }
  });
}

} // namespace qrt

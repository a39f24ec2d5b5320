#include "runtime/numerics/block_program.h"

#include <algorithm>
#include <cmath>

namespace qrt {

/// One row, sums in order: the same bits on every machine.
static void softmaxRow(const float *x, int64_t axis, float *out) {
  float top = x[0];
  for (int64_t i = 1; i < axis; ++i)
    top = top < x[i] ? x[i] : top;
  float sum = 0;
  for (int64_t i = 0; i < axis; ++i) {
    out[i] = float(std::exp(double(x[i] - top)));
    sum += out[i];
  }
  for (int64_t i = 0; i < axis; ++i)
    out[i] = out[i] / sum;
}

void softmax(const Execution &execution, int64_t outer, int64_t axis, const float *x,
             const Epilogue &epilogue) {
  if (axis == 0)
    return;
  constexpr int64_t tileElements = 4096;
  BlockProgram program(execution.isa, *epilogue.program);
  int64_t rows = std::max<int64_t>(1, tileElements / axis);
  auto body = [&](int64_t begin, int64_t end) {
    EpilogueRunner runner(program, epilogue, 1, axis);
    Scratch acc(size_t(rows * axis) * sizeof(float));
    for (int64_t o = begin; o < end; o += rows) {
      EpilogueRunner::Tile tile;
      tile.sample = o;
      tile.rows = std::min(rows, end - o);
      tile.columns = axis;
      tile.rowsAreSamples = true;
      for (int64_t r = 0; r < tile.rows; ++r)
        softmaxRow(x + (o + r) * axis, axis, acc.as<float>() + r * axis);
      runner.run(tile, acc.as<void>(), axis);
    }
  };
  if (execution.pool)
    execution.pool->parallelFor(outer, 2048 / axis + 1, body);
  else if (outer)
    body(0, outer);
}

} // namespace qrt

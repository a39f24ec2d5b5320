#include "runtime/numerics/elementwise/block_program.h"

#include <algorithm>

namespace qrt {

void softmax(const Execution &execution, int64_t outer, int64_t axis, const float *x,
             const Epilogue &epilogue) {
  if (axis == 0)
    return;
  constexpr int64_t tileElements = 4096;
  const ReadyProgram ready(execution.isa, epilogue);
  const BlockProgram &program = ready;
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
        program.kernels.softmaxRow(x + (o + r) * axis, axis, acc.as<float>() + r * axis);
      runner.run(tile, acc.as<void>(), axis);
    }
  };
  execution.parallelFor(outer, 2048 / std::max<int64_t>(axis, 1) + 1, body);
}

} // namespace qrt

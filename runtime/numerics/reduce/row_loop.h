// Functions of whole rows: [outer, axis] to as many, with the epilogue on hot tiles. Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"

#include <algorithm>

namespace qrt {

/// Rows whose epilogue only stores: where they go.
struct PlainRows {
  float *first;
  int64_t stride;
};

inline std::optional<PlainRows> plainRows(const Epilogue &epilogue, int64_t axis) {
  const ScalarProgram &program = *epilogue.program;
  if (!storesAccumulator(program) || program.resultType != ElementType::F32 || epilogue.auxiliary)
    return std::nullopt;
  const EpilogueStrides strides = epilogue.result.value_or(EpilogueStrides{axis, axis, 1, axis});
  if (strides.channel != 1)
    return std::nullopt;
  return PlainRows{static_cast<float *>(epilogue.output), strides.sample};
}

/// rowFunction(row, result) for each row of `x`. Epilogue: n = outer, c = axis.
template <class Element, class RowFunction>
void forEachRow(const Execution &execution, int64_t outer, int64_t axis, const Element *x,
                const Epilogue &epilogue, RowFunction rowFunction) {
  if (axis == 0)
    return;
  constexpr int64_t tileElements = 4096, chunkElements = 2048;
  const int64_t grain = chunkElements / axis + 1;
  if (const std::optional<PlainRows> plain = plainRows(epilogue, axis)) {
    return execution.parallelFor(outer, grain, [&](int64_t begin, int64_t end) {
      for (int64_t o = begin; o < end; ++o)
        rowFunction(x + o * axis, plain->first + o * plain->stride);
    });
  }
  const ReadyProgram ready(execution.isa, epilogue);
  const BlockProgram &program = ready;
  const int64_t rows = std::max<int64_t>(1, tileElements / axis);
  auto body = [&](int64_t begin, int64_t end) {
    EpilogueRunner runner(program, epilogue, 1, axis);
    Scratch acc(size_t(std::min(rows, end - begin) * axis) * sizeof(float));
    for (int64_t o = begin; o < end; o += rows) {
      EpilogueRunner::Tile tile;
      tile.sample = o;
      tile.rows = std::min(rows, end - o);
      tile.columns = axis;
      tile.rowsAreSamples = true;
      for (int64_t r = 0; r < tile.rows; ++r)
        rowFunction(x + (o + r) * axis, acc.as<float>() + r * axis);
      runner.run(tile, acc.as<void>(), axis);
    }
  };
  execution.parallelFor(outer, grain, body);
}

} // namespace qrt

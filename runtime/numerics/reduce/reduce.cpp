#include "runtime/numerics/reduce/reduce.h"
#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/elementwise/lane_kernels.h"
#include "runtime/numerics/reduce/reduce_kernels.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>

namespace qrt {

namespace {
constexpr int64_t tileElements = 4096, chunkWork = 32 * 1024;

/// Columns that lie side by side in one outer row, halves widened beside it.
class ColumnReader {
public:
  ColumnReader(Isa isa, const ReduceShape &shape, ElementType stored)
      : shape(shape), width(int64_t(byteWidth(stored))),
        widen(isHalf(stored) ? laneKernels(isa).load[size_t(stored)] : nullptr) {}

  /// Returns the number of columns that are reduced at a time.
  int64_t columns() const {
    const int64_t most =
        widen ? std::max<int64_t>(1, 16 * tileElements / shape.reduced) : tileElements;
    return std::clamp<int64_t>(shape.inner, 1, most);
  }
  int64_t bytesWidened(int64_t columns) const {
    return widen ? shape.reduced * columns * int64_t(sizeof(float)) : 0;
  }
  /// Returns the arguments of a reduction of these columns; halves are widened into `wide`.
  ReduceArgs read(const char *row, int64_t column, int64_t columns, float *wide) const {
    const char *x = row + column * width;
    if (!widen)
      return {x, shape.reduced, shape.inner, columns, 0, nullptr};
    for (int64_t r = 0; r < shape.reduced; ++r)
      widen(wide + r * columns, x + r * shape.inner * width, columns);
    return {wide, shape.reduced, columns, columns, 0, nullptr};
  }
  const char *rowAt(const void *x, int64_t outer) const {
    return static_cast<const char *>(x) + outer * shape.reduced * shape.inner * width;
  }

private:
  const ReduceShape &shape;
  int64_t width;
  void (*widen)(void *, const void *, int64_t);
};
} // namespace

void reduce(const Execution &execution, const ReduceShape &shape, int64_t outer,
            QuantizedInput input, const void *x, const Epilogue &epilogue) {
  const ReadyProgram ready(execution.isa, epilogue);
  const BlockProgram &program = ready;
  const ColumnReader reader(execution.isa, shape, input.type);
  const ElementType type = widenedType(input.type);
  const ReduceFn kernel = reduceKernels(execution.isa).reduce[int(shape.kind)][int(type)];
  const int64_t width = int64_t(byteWidth(accumulatorOf(shape.kind, type)));
  const int64_t columns = reader.columns();
  const int64_t rows = std::max<int64_t>(1, tileElements / columns);
  auto body = [&](int64_t begin, int64_t end) {
    EpilogueRunner runner(program, epilogue, 1, shape.inner);
    Scratch acc(size_t(rows * columns * width)), wide(size_t(reader.bytesWidened(columns)));
    for (int64_t o = begin; o < end; o += rows)
      for (int64_t c = 0; c < shape.inner; c += columns) {
        EpilogueRunner::Tile tile;
        tile.sample = o;
        tile.channel = c;
        tile.rows = std::min(rows, end - o);
        tile.columns = std::min(columns, shape.inner - c);
        tile.rowsAreSamples = true;
        for (int64_t r = 0; r < tile.rows; ++r) {
          ReduceArgs args = reader.read(reader.rowAt(x, o + r), c, tile.columns, wide.as<float>());
          args.zeroPoint = input.zeroPoint;
          args.acc = acc.as<char>() + r * tile.columns * width;
          kernel(args);
        }
        runner.run(tile, acc.as<void>(), tile.columns);
      }
  };
  int64_t grain = chunkWork / std::max<int64_t>(1, shape.reduced * shape.inner) + 1;
  execution.parallelFor(outer, grain, body);
}

} // namespace qrt

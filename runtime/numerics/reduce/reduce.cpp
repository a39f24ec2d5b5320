#include "runtime/numerics/reduce/reduce.h"
#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/reduce/reduce_kernels.h"

#include <algorithm>

namespace qrt {

void reduce(const Execution &execution, const ReduceShape &shape, int64_t outer,
            QuantizedInput input, const void *x, const Epilogue &epilogue) {
  constexpr int64_t tileElements = 4096, chunkWork = 32 * 1024;
  const ReadyProgram ready(execution.isa, epilogue);
  const BlockProgram &program = ready;
  const ReduceFn kernel = reduceKernels(execution.isa).reduce[int(shape.kind)][int(input.type)];
  const int64_t width = int64_t(byteWidth(accumulatorOf(shape.kind, input.type)));
  int64_t columns = std::clamp<int64_t>(shape.inner, 1, tileElements);
  int64_t rows = std::max<int64_t>(1, tileElements / columns);
  int64_t inputWidth = int64_t(byteWidth(input.type));
  auto body = [&](int64_t begin, int64_t end) {
    EpilogueRunner runner(program, epilogue, 1, shape.inner);
    Scratch acc(size_t(rows * columns * width));
    for (int64_t o = begin; o < end; o += rows)
      for (int64_t c = 0; c < shape.inner; c += columns) {
        EpilogueRunner::Tile tile;
        tile.sample = o;
        tile.channel = c;
        tile.rows = std::min(rows, end - o);
        tile.columns = std::min(columns, shape.inner - c);
        tile.rowsAreSamples = true;
        for (int64_t r = 0; r < tile.rows; ++r)
          kernel({static_cast<const char *>(x) +
                      ((o + r) * shape.reduced * shape.inner + c) * inputWidth,
                  shape.reduced, shape.inner, tile.columns, input.zeroPoint,
                  acc.as<char>() + r * tile.columns * width});
        runner.run(tile, acc.as<void>(), tile.columns);
      }
  };
  int64_t grain = chunkWork / std::max<int64_t>(1, shape.reduced * shape.inner) + 1;
  execution.parallelFor(outer, grain, body);
}

} // namespace qrt

#include "runtime/numerics/block_program.h"

#include <algorithm>

namespace qrt {

namespace {

TapKind tapKindOf(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum: return TapKind::Sum;
  case ReduceKind::Max: return TapKind::Max;
  case ReduceKind::Min: return TapKind::Min;
  }
  return TapKind::Sum;
}

/// Reduces one [reduced, inner] slab into `inner` accumulators.
class SlabReducer {
public:
  SlabReducer(const Execution &execution, const ReduceShape &shape, QuantizedInput input)
      : shape(shape), input(input) {
    const Kernels &kernels = kernelsFor(execution.isa);
    tap = kernels.tap[int(tapKindOf(shape.kind))][int(input.type)];
    if (shape.inner == 1 && shape.kind == ReduceKind::Sum)
      rowSum = kernels.rowSum[int(input.type)];
    else if (shape.kind == ReduceKind::Sum && input.type == ElementType::F32)
      columnSums = kernels.columnSums;
    accBytes = shape.kind == ReduceKind::Sum && input.type == ElementType::I16 ? 8 : 4;
  }

  int accWidth() const { return accBytes; }

  void run(const char *x, int64_t column, int64_t columns, void *acc) const {
    if (rowSum)
      return rowSum(x, shape.reduced, input.zeroPoint, acc);
    if (columnSums)
      return columnSums(reinterpret_cast<const float *>(x) + column, shape.reduced, shape.inner,
                        columns, static_cast<float *>(acc));
    TapArgs args{};
    args.x = x + column * int64_t(byteWidth(input.type));
    args.ny = 1;
    args.nx = shape.reduced;
    args.strideX = shape.inner;
    args.channels = columns;
    args.zeroPoint = input.zeroPoint;
    args.acc = acc;
    tap(args);
  }

private:
  const ReduceShape &shape;
  QuantizedInput input;
  TapFn tap;
  void (*rowSum)(const void *, int64_t, int32_t, void *) = nullptr;
  void (*columnSums)(const float *, int64_t, int64_t, int64_t, float *) = nullptr;
  int accBytes;
};

} // namespace

void reduce(const Execution &execution, const ReduceShape &shape, int64_t outer,
            QuantizedInput input, const void *x, const Epilogue &epilogue) {
  constexpr int64_t tileElements = 4096, chunkWork = 32 * 1024;
  BlockProgram program(execution.isa, *epilogue.program);
  SlabReducer reducer(execution, shape, input);
  int64_t columns = std::clamp<int64_t>(shape.inner, 1, tileElements);
  int64_t rows = std::max<int64_t>(1, tileElements / columns);
  int64_t slabBytes = shape.reduced * shape.inner * int64_t(byteWidth(input.type));
  auto body = [&](int64_t begin, int64_t end) {
    EpilogueRunner runner(program, epilogue, 1, shape.inner);
    Scratch acc(size_t(rows * columns * reducer.accWidth()));
    for (int64_t o = begin; o < end; o += rows)
      for (int64_t c = 0; c < shape.inner; c += columns) {
        EpilogueRunner::Tile tile;
        tile.sample = o;
        tile.channel = c;
        tile.rows = std::min(rows, end - o);
        tile.columns = std::min(columns, shape.inner - c);
        tile.rowsAreSamples = true;
        for (int64_t r = 0; r < tile.rows; ++r)
          reducer.run(static_cast<const char *>(x) + (o + r) * slabBytes, c, tile.columns,
                      acc.as<char>() + r * tile.columns * reducer.accWidth());
        runner.run(tile, acc.as<void>(), tile.columns);
      }
  };
  int64_t grain = chunkWork / std::max<int64_t>(1, shape.reduced * shape.inner) + 1;
  if (execution.pool)
    execution.pool->parallelFor(outer, grain, body);
  else if (outer)
    body(0, outer);
}

} // namespace qrt

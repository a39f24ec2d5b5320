#include "runtime/numerics/matmul/block_product.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>

namespace qrt {

namespace {

/// One call's problem. Rows are those of A, batch after batch; `span` of them share a matrix of B.
struct Matmul {
  const MatmulShape &shape;
  const PackedWeights &packed;
  const BlockProgram &program;
  const Epilogue &epilogue;
  QuantizedInput input;
  std::span<const int32_t> init;
  const char *a;
  int64_t batch, rows, span;
  MatmulStrides strides;
  BlockShape block;
  int64_t rowBlocks = 1, rowsPerBlock = 1, columnSplits = 1;
};

class MatmulWorker {
public:
  explicit MatmulWorker(const Matmul &call)
      : call(call), rowBytes(call.packed.units * 4),
        product(call.packed, call.init, call.block,
                EpilogueRunner(call.program, call.epilogue, call.rows, call.shape.n)) {}

  /// Row block `rowBlock` of matrix `matrix`, and a share of the columns.
  void run(int64_t matrix, int64_t rowBlock, int64_t split) {
    static constexpr int64_t origin = 0;
    int64_t first = rowBlock * call.rowsPerBlock;
    int64_t count = std::min(call.rowsPerBlock, call.span - first);
    first += matrix * call.span;
    gatherRows(first, count);
    size_t panels = call.packed.panels.size();
    size_t begin = panels * size_t(split) / size_t(call.columnSplits);
    size_t end = panels * size_t(split + 1) / size_t(call.columnSplits);
    product.run({.sample = first / call.rows,
                 .pixel = first % call.rows,
                 .rowsAreSamples = call.rows == 1 && call.epilogue.innerSamples == 1},
                {base, rowOffsets, {&origin, 1}}, matrix, begin, end);
  }

private:
  void gatherRows(int64_t first, int64_t count) {
    const PackedWeights &packed = call.packed;
    rowOffsets.resize(size_t(count));
    for (int64_t r = 0; r < count; ++r)
      rowOffsets[size_t(r)] = packed.mustStage() ? r * rowBytes : offsetOf(first + r);
    base = call.a;
    if (!packed.mustStage())
      return;
    StageFn stage = stageKernels(packed.isa).stage[int(packed.stage)][int(call.input.type)];
    char *target = static_cast<char *>(staged.reserve(size_t(count * rowBytes)));
    base = target;
    int64_t used = call.shape.k * packed.stagedWidth;
    for (int64_t r = 0; r < count; ++r, target += rowBytes) {
      stage(target, call.a + offsetOf(first + r), call.shape.k, call.input.zeroPoint);
      std::memset(target + used, 0, size_t(rowBytes - used));
    }
  }

  /// Bytes from A's beginning to a row.
  int64_t offsetOf(int64_t row) const {
    const MatmulStrides &strides = call.strides;
    int64_t sample = row / call.rows;
    return (strides.aOffset + sample / strides.inner * strides.a[0] +
            sample % strides.inner * strides.a[1] + row % call.rows * strides.a[2]) *
           int64_t(byteWidth(call.input.type));
  }

  const Matmul &call;
  int64_t rowBytes;
  BlockProduct product;
  Scratch staged;
  const char *base = nullptr;
  std::vector<int64_t> rowOffsets;
};

} // namespace

/// Rows of a block: about as many as it likes, and so that all threads have as many blocks. Few
/// rows are not cut: their columns are.
static int64_t chooseRows(const Matmul &call, int64_t matrices, int64_t threads) {
  constexpr int64_t tileRows = 12;
  if (call.span * matrices < tileRows * threads)
    return std::min(call.span, call.block.rows);
  const int64_t step = threads / std::gcd(matrices, threads); // of blocks of a matrix
  const int64_t blocks = (call.span + call.block.rows - 1) / call.block.rows;
  const int64_t fewer = blocks / step * step, more = (blocks + step - 1) / step * step;
  const int64_t most = call.block.rows * 3 / 2;
  const int64_t chosen = fewer && (call.span + fewer - 1) / fewer <= most ? fewer : more;
  return (call.span + chosen - 1) / chosen;
}

MatmulStrides stridesOf(const MatmulShape &shape, int64_t rows) {
  if (shape.strides)
    return *shape.strides;
  int64_t matrix = shape.sharedB ? 0 : shape.k * shape.n;
  MatmulStrides dense{1, {rows * shape.k, 0, shape.k}, {matrix, 0, shape.n, 1}};
  if (shape.transposedB)
    dense.b = {matrix, 0, 1, shape.k};
  return dense;
}

PackedWeightsPtr packMatmul(const Execution &execution, const MatmulShape &shape,
                            QuantizedInput input, int64_t matrices, QuantizedInput bType,
                            const void *b, PackedFor packedFor) {
  assert((!shape.sharedB || matrices == 1) && "a shared B is one matrix");
  auto packed = std::make_shared<PackedWeights>(packedFor);
  packed->run = shape.k;
  chooseFamily(*packed, execution, input, bType);
  packed->columns = shape.n;
  packed->matrices = matrices;
  const MatmulStrides strides = stridesOf(shape, 1); // B's do not depend on A's rows
  auto locate = [&](int64_t matrix, int64_t, int64_t k, int64_t column) -> PackedColumns {
    return {strides.bOffset + matrix / strides.inner * strides.b[0] +
                matrix % strides.inner * strides.b[1] + k * strides.b[2] + column * strides.b[3],
            strides.b[3]};
  };
  packPanels(execution, *packed, {bType.type, b, bType.zeroPoint, locate});
  return packed;
}

void matmul(const Execution &execution, const MatmulShape &shape, int64_t batch, int64_t rows,
            QuantizedInput input, const void *a, const PackedWeights &b, const Epilogue &epilogue) {
  assert(input.type == b.input.type);
  assert((shape.sharedB || b.matrices == batch) && "one matrix for each batch entry");
  const ReadyProgram ready(b.isa, epilogue);
  const BlockProgram &program = ready;
  int64_t span = shape.sharedB ? batch * rows : rows;
  std::vector<int32_t> ownInit;
  Matmul call{shape,
              b,
              program,
              epilogue,
              input,
              b.initFor(input.zeroPoint, ownInit),
              static_cast<const char *>(a),
              batch,
              rows,
              span,
              stridesOf(shape, rows),
              chooseBlock(b)};
  if (batch * rows == 0 || shape.n == 0)
    return;
  int64_t matrices = shape.sharedB ? 1 : batch;
  int64_t threads = execution.pool ? execution.pool->threads() : 1;
  call.rowsPerBlock = chooseRows(call, matrices, threads);
  call.rowBlocks = (span + call.rowsPerBlock - 1) / call.rowsPerBlock;
  int64_t work = batch * rows * shape.k * shape.n, items = matrices * call.rowBlocks;
  if (items < threads && work > 64 * 1024)
    call.columnSplits = std::min<int64_t>(int64_t(b.panels.size()), (threads + items - 1) / items);
  int64_t count = items * call.columnSplits;
  auto body = [&](int64_t begin, int64_t end) {
    MatmulWorker worker(call);
    for (int64_t i = begin; i < end; ++i) {
      int64_t item = i / call.columnSplits;
      worker.run(item / call.rowBlocks, item % call.rowBlocks, i % call.columnSplits);
    }
  };
  int64_t grain =
      work / count < 64 * 1024 ? (64 * 1024 * count) / std::max<int64_t>(1, work) + 1 : 1;
  execution.parallelFor(count, grain, body);
}

} // namespace qrt

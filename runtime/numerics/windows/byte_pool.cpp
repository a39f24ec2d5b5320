#include "runtime/numerics/windows/byte_pool.h"
#include "runtime/numerics/windows/pool2d.h"

#include "runtime/numerics/windows/fold_kernels.h"
#include "runtime/numerics/windows/windows.h"

#include <cstring>

namespace qrt {

namespace {

/// Columns of a folded row: all that windows reach, padding included, and the input's.
int64_t foldedColumns(const Pool2dShape &shape) {
  const Window2d &w = shape.window;
  int64_t reach = (shape.out[1] - 1) * w.stride[1] + (w.kernel[1] - 1) * w.dilation[1] + 1;
  return std::max(reach, w.padBegin[1] + shape.in[1]);
}

/// One thread's pool.
class BytePool {
public:
  BytePool(const Execution &execution, const Pool2dShape &shape, QuantizedInput input,
           const BlockProgram &program, const Epilogue &epilogue)
      : shape(shape), input(input), kernels(foldKernels(execution.isa)),
        loadAs(laneKernels(execution.isa).load[int(input.type)]),
        average(shape.kind == PoolKind::Average),
        storesMaxima(!average && program.program.resultType == input.type &&
                     storesAccumulator(program.program)),
        epilogue(program, epilogue, shape.out[0] * shape.out[1], shape.channels),
        blockPixels(std::clamp<int64_t>(4096 / shape.channels, 1, shape.out[1])),
        folded(size_t(foldedColumns(shape) * shape.channels * (average ? 2 : 1))),
        maxima(size_t(blockPixels * shape.channels)), acc(maxima.size() * 4),
        counts(size_t(shape.out[1]), int32_t(shape.window.kernel[0] * shape.window.kernel[1])) {
    for (int64_t column = 0; column < shape.out[1]; ++column)
      columnTaps.push_back(insideTaps(shape.window, 1, column, shape.in[1]).count());
    const bool isSigned = input.type == ElementType::I8;
    std::memset(folded.as<void>(), !average && isSigned ? 0x80 : 0, folded.size());
  }

  void runRow(const char *x, int64_t sample, int64_t y) {
    const Window2d &window = shape.window;
    const InsideTaps rows = insideTaps(window, 0, y, shape.in[0]);
    if (!shape.countIncludePad)
      for (size_t column = 0; column < counts.size(); ++column)
        counts[column] = int32_t(rows.count() * columnTaps[column]);
    const int64_t row = shape.in[1] * shape.channels;
    const int64_t begin = window.padBegin[1] * shape.channels * (average ? 2 : 1);
    FoldArgs args{x + (sample * shape.in[0] + (rows.count() ? rows.position : 0)) * row,
                  rows.count(),
                  window.dilation[0] * row,
                  1,
                  0,
                  row,
                  folded.as<char>() + begin,
                  0,
                  input.zeroPoint};
    (average ? kernels.foldSum : kernels.foldMax)[int(input.type)](args);
    for (int64_t first = 0; first < shape.out[1]; first += blockPixels)
      runBlock(sample, y, first, std::min(blockPixels, shape.out[1] - first));
  }

private:
  void runBlock(int64_t sample, int64_t y, int64_t first, int64_t pixels) {
    EpilogueRunner::Tile tile;
    tile.sample = sample;
    tile.pixel = y * shape.out[1] + first;
    tile.rows = pixels;
    tile.columns = shape.channels;
    if (storesMaxima) {
      const EpilogueRunner::Rows rows = epilogue.rowsOf(tile);
      foldColumns(kernels.foldMax[int(input.type)], first, pixels, rows.data, rows.stride);
      return epilogue.translate(tile);
    }
    const int64_t channels = shape.channels;
    if (average) {
      foldColumns(kernels.foldSums, first, pixels, acc.as<void>(), channels);
    } else {
      foldColumns(kernels.foldMax[int(input.type)], first, pixels, maxima.as<void>(), channels);
      loadAs(acc.as<void>(), maxima.as<void>(), pixels * channels);
    }
    epilogue.run(tile, acc.as<void>(), channels, counts.data() + first);
  }

  void foldColumns(FoldFn fold, int64_t first, int64_t pixels, void *out, int64_t outStride) {
    const Window2d &window = shape.window;
    const int64_t step = window.stride[1] * shape.channels;
    FoldArgs args{folded.as<char>() + first * step * (average ? 2 : 1),
                  window.kernel[1],
                  window.dilation[1] * shape.channels,
                  pixels,
                  step,
                  shape.channels,
                  out,
                  outStride,
                  0};
    if (window.stride[1] == 1 && outStride == shape.channels) { // pixels are more channels
      args.count *= pixels;
      args.pixels = 1;
    }
    fold(args);
  }

  const Pool2dShape &shape;
  QuantizedInput input;
  const FoldKernels &kernels;
  void (*loadAs)(void *target, const void *source, int64_t count); // of bytes, in i32
  bool average, storesMaxima;
  EpilogueRunner epilogue;
  int64_t blockPixels;
  Scratch folded, maxima, acc;
  std::vector<int32_t> counts;
  std::vector<int64_t> columnTaps;
};

} // namespace

bool foldsBytes(const Pool2dShape &shape, QuantizedInput input) {
  constexpr int64_t mostPositions = 128; // of 255 in i16
  constexpr int64_t mostFolded = 128 * 1024;
  if (!is8Bit(input.type) || foldedColumns(shape) > mostFolded / shape.channels)
    return false;
  if (shape.kind == PoolKind::Max)
    return everyWindowInside(shape);
  return shape.window.kernel[0] * shape.window.kernel[1] <= mostPositions &&
         input.zeroPoint >= -128 && input.zeroPoint <= 255;
}

void poolBytes(const Execution &execution, const Pool2dShape &shape, int64_t samples,
               QuantizedInput input, const void *x, const BlockProgram &program,
               const Epilogue &epilogue) {
  constexpr int64_t chunkWork = 64 * 1024; // bytes worth a thread's while
  int64_t rowWork = shape.channels *
                    (shape.in[1] * shape.window.kernel[0] + shape.out[1] * shape.window.kernel[1]);
  auto body = [&](int64_t begin, int64_t end) {
    BytePool worker(execution, shape, input, program, epilogue);
    for (int64_t i = begin; i < end; ++i)
      worker.runRow(static_cast<const char *>(x), i / shape.out[0], i % shape.out[0]);
  };
  execution.parallelFor(samples * shape.out[0], chunkWork / std::max<int64_t>(1, rowWork) + 1,
                        body);
}

} // namespace qrt

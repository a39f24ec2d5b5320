#include "runtime/numerics/windows/window_sweep.h"
#include "runtime/numerics/windows/windows.h"

namespace qrt {

namespace {

/// One thread's sweep over blocks of at most `blockPixels` pixels of a row.
class SweepWorker {
public:
  SweepWorker(const WindowSweep &sweep, const void *x, const BlockProgram &program,
              const Epilogue &epilogue)
      : sweep(sweep), x(static_cast<const char *>(x)),
        epilogue(program, epilogue, sweep.out[0] * sweep.out[1], sweep.channels),
        blockPixels(
            std::clamp<int64_t>(4096 / std::max<int64_t>(1, sweep.channels), 1, sweep.out[1])),
        acc(size_t(blockPixels * sweep.channels * sweep.accWidth)), counts(size_t(blockPixels)) {}

  void runRow(int64_t sample, int64_t y) {
    InsideTaps rows = insideTaps(sweep.window, 0, y, sweep.in[0]);
    for (int64_t begin = 0; begin < sweep.out[1]; begin += blockPixels) {
      int64_t end = std::min(begin + blockPixels, sweep.out[1]);
      for (int64_t column = begin; column < end; ++column)
        runPixel(sample, rows, column, column - begin);
      EpilogueRunner::Tile tile;
      tile.sample = sample;
      tile.pixel = y * sweep.out[1] + begin;
      tile.rows = end - begin;
      tile.columns = sweep.channels;
      epilogue.run(tile, acc.as<void>(), sweep.channels, counts.data());
    }
  }

private:
  void runPixel(int64_t sample, const InsideTaps &rows, int64_t column, int64_t slot) {
    const Window2d &window = sweep.window;
    InsideTaps columns = insideTaps(window, 1, column, sweep.in[1]);
    int64_t width = int64_t(byteWidth(sweep.input.type));
    TapArgs args{};
    bool empty = rows.count() == 0 || columns.count() == 0;
    int64_t first =
        ((sample * sweep.in[0] + rows.position) * sweep.in[1] + columns.position) * sweep.channels;
    args.x = empty ? x : x + first * width;
    args.ny = empty ? 0 : rows.count();
    args.nx = columns.count();
    args.strideX = window.dilation[1] * sweep.channels;
    args.strideY = window.dilation[0] * sweep.in[1] * sweep.channels;
    args.channels = sweep.channels;
    args.zeroPoint = sweep.input.zeroPoint;
    args.weightStrideX = sweep.channels;
    args.weightStrideY = window.kernel[1] * sweep.channels;
    if (sweep.weights)
      args.weights = static_cast<const char *>(sweep.weights) +
                     (rows.begin * args.weightStrideY + columns.begin * args.weightStrideX) * 4;
    args.acc = acc.as<char>() + slot * sweep.channels * sweep.accWidth;
    sweep.kernel(args);
    counts[size_t(slot)] = sweep.fixedCount ? sweep.fixedCount : int32_t(args.ny * args.nx);
  }

  const WindowSweep &sweep;
  const char *x;
  EpilogueRunner epilogue;
  int64_t blockPixels;
  Scratch acc;
  std::vector<int32_t> counts;
};

} // namespace

void sweepWindows(const Execution &execution, const WindowSweep &sweep, int64_t samples,
                  const void *x, const BlockProgram &program, const Epilogue &epilogue) {
  constexpr int64_t chunkWork = 16 * 1024; // element visits worth a thread's while
  int64_t rowWork = sweep.out[1] * sweep.channels * sweep.window.kernel[0] * sweep.window.kernel[1];
  auto body = [&](int64_t begin, int64_t end) {
    SweepWorker worker(sweep, x, program, epilogue);
    for (int64_t i = begin; i < end; ++i)
      worker.runRow(i / sweep.out[0], i % sweep.out[0]);
  };
  int64_t rows = samples * sweep.out[0];
  execution.parallelFor(rows, chunkWork / std::max<int64_t>(1, rowWork) + 1, body);
}

} // namespace qrt

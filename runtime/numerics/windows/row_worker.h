// One thread's part of a depthwise convolution by rows. Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/depthwise/depthwise_kernels.h"
#include "runtime/numerics/windows/input_rows.h"

#include <mutex>

namespace qrt {

enum class RowCut : uint8_t { Whole, Parts };

/// A call's rows, each cut into as many parts as give threads as much each, if it may be cut.
struct RowParts {
  int64_t height, width, rows, parts, grain;
  RowParts(const Execution &execution, const Conv2dShape &shape, int64_t samples, RowCut cut);
  int64_t count() const { return rows * parts; }
};

/// One thread's rows of the output, by blocks of pixels.
class RowWorker {
public:
  RowWorker(const Conv2dShape &shape, QuantizedInput input, std::unique_ptr<InputRows> source,
            const PackedWeights &packed, std::span<const int32_t> init, const BlockProgram &program,
            const Epilogue &epilogue);
  /// Items [begin, end) of `rows`.
  void run(const RowParts &rows, int64_t begin, int64_t end);

private:
  struct Row {
    int64_t sample = -1, y = 0;
    std::vector<const void *> pixels; // of every position of the windows, padding too
  };
  void runRow(int64_t sample, int64_t y, int64_t from, int64_t to);
  void runBlock(int64_t sample, int64_t pixel);
  const void *const *rowAt(int64_t sample, int64_t y);

  const Conv2dShape &shape;
  std::unique_ptr<InputRows> source;
  int64_t width; // bytes of an element
  const PackedWeights &packed;
  EpilogueRunner epilogue;
  int64_t blockPixels;
  Scratch pad, acc, woven;
  std::vector<Row> held;
  std::vector<const void *const *> window, rows; // of a row of the output, and of a block of it
  DepthwiseArgs block{};
};

/// Workers whose chunks are done. A thread that continues where a worker has ended takes that
/// worker, which holds the rows that the next window shares with the last one.
class IdleWorkers {
public:
  using Worker = std::unique_ptr<RowWorker>;
  explicit IdleWorkers(std::function<Worker()> make) : make(std::move(make)) {}
  Worker take(int64_t begin);
  void give(Worker worker, int64_t end);

private:
  std::function<Worker()> make;
  std::mutex mutex;
  std::vector<std::pair<int64_t, Worker>> idle; // and where they ended
};

} // namespace qrt

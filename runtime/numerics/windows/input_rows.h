// Where a loop over windows finds the rows of its input. Internal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace qrt {

/// One thread's. A row stays as long as no more others are asked for than a window has.
class InputRows {
public:
  virtual ~InputRows() = default;
  /// The first pixel of row `y`, which lies inside.
  virtual const char *row(int64_t sample, int64_t y) = 0;
};

/// Makes one for each thread.
using MakeInputRows = std::function<std::unique_ptr<InputRows>()>;

/// Rows of a tensor as it lies in memory.
class TensorRows : public InputRows {
public:
  TensorRows(const void *x, int64_t height, int64_t rowBytes)
      : x(static_cast<const char *>(x)), height(height), rowBytes(rowBytes) {}
  const char *row(int64_t sample, int64_t y) override {
    return x + (sample * height + y) * rowBytes;
  }

private:
  const char *x;
  int64_t height, rowBytes;
};

} // namespace qrt

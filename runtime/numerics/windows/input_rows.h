// Sources of the input rows of a loop over windows. Internal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace qrt {

/// One thread's source of rows. A row stays valid until as many others have been asked for as a
/// window has rows.
class InputRows {
public:
  virtual ~InputRows() = default;
  /// Returns the first pixel of row `y`, which must lie inside the input.
  virtual const char *row(int64_t sample, int64_t y) = 0;
};

/// Makes a source for each thread.
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

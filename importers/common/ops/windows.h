// Padding rules of sliding windows that formats state in words.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>

namespace qopt {

/// A window along one image axis, all values already checked to be < 2^31: kernel, stride, dilation
/// ≥ 1, pads ≥ 0.
struct WindowAxis {
  int64_t size, kernel, stride, dilation, padLow = 0, padHigh = 0;
  int64_t reach() const { return (kernel - 1) * dilation + 1; }
};

/// Over any number of image dimensions; pads are all low ones, then all high ones.
struct ImageWindow {
  llvm::SmallVector<int64_t> kernel, strides, dilations, pads;
  size_t rank() const { return kernel.size(); }
  int64_t padLow(size_t i) const { return pads[i]; }
  int64_t padHigh(size_t i) const { return pads[i + rank()]; }
  WindowAxis axis(size_t i, int64_t size) const {
    return {size, kernel[i], strides[i], dilations[i], padLow(i), padHigh(i)};
  }
  /// Dimensions [first, first + count) alone.
  ImageWindow along(size_t first, size_t count) const;
};

/// Pads (low, high) that make ⌈size/stride⌉ outputs; the odd one goes high,
/// or low when `extraLow`.
std::pair<int64_t, int64_t> samePads(const WindowAxis &axis, bool extraLow);

/// Returns how much the high pad must grow so that the last, incomplete window counts (output size
/// rounded up). A window that starts behind the image and its low pad never counts.
int64_t ceilExtension(const WindowAxis &axis);

} // namespace qopt

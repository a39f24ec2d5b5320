// Padding rules of sliding windows that formats state in words.
#pragma once

#include <cstdint>
#include <utility>

namespace qopt {

/// Along one image axis, all values already checked to be < 2^31:
/// kernel, stride, dilation ≥ 1, pads ≥ 0.
struct WindowAxis {
  int64_t size, kernel, stride, dilation, padLow = 0, padHigh = 0;
  int64_t reach() const { return (kernel - 1) * dilation + 1; }
};

/// Pads (low, high) that make ⌈size/stride⌉ outputs; the odd one goes high,
/// or low when `extraLow`.
std::pair<int64_t, int64_t> samePads(const WindowAxis &axis, bool extraLow);

/// How much the high pad must grow so that the last, incomplete window counts
/// (output size rounded up). A window that starts behind the image and its low
/// pad never counts.
int64_t ceilExtension(const WindowAxis &axis);

} // namespace qopt

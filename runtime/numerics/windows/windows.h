// The part of a sliding window that lies inside the input.
#pragma once

#include "runtime/numerics/windows/pool2d.h"
#include "runtime/numerics/windows/window2d.h"

#include <algorithm>

namespace qrt {

/// Taps [begin, end) of one axis for output position `out`, and the input
/// position of tap `begin`.
struct InsideTaps {
  int64_t begin, end, position;
  int64_t count() const { return end - begin; }
};

/// One axis of a window.
struct WindowAlong {
  int64_t kernel, stride, dilation, padBegin;
};

/// Every one of `out` windows has a position inside the input: each starts before its end, and
/// those that start in the padding have a tap behind that, which no dilation carries over it all.
inline bool alwaysInside(const WindowAlong &w, int64_t in, int64_t out) {
  constexpr int64_t most = 1 << 16; // windows to look at one by one
  if ((out - 1) * w.stride - w.padBegin >= in || w.padBegin > (w.kernel - 1) * w.dilation)
    return false;
  if (w.dilation <= in)
    return true;
  if (w.padBegin / w.stride > most)
    return false;
  for (int64_t i = 0; i < out && i * w.stride < w.padBegin; ++i) {
    int64_t before = w.padBegin - i * w.stride;
    int64_t tap = (before + w.dilation - 1) / w.dilation;
    if (tap * w.dilation - before >= in)
      return false;
  }
  return true;
}

inline bool everyWindowInside(const Pool2dShape &shape) {
  const Window2d &w = shape.window;
  auto covers = [&](int axis) {
    return alwaysInside({w.kernel[axis], w.stride[axis], w.dilation[axis], w.padBegin[axis]},
                        shape.in[axis], shape.out[axis]);
  };
  return covers(0) && covers(1);
}

inline InsideTaps insideTaps(const Window2d &window, int axis, int64_t out, int64_t extent) {
  int64_t first = out * window.stride[axis] - window.padBegin[axis];
  int64_t dilation = window.dilation[axis];
  int64_t begin = first < 0 ? (-first + dilation - 1) / dilation : 0;
  int64_t last = extent - 1 - first; // offset of the last position inside
  int64_t end = last < 0 ? 0 : std::min(window.kernel[axis], last / dilation + 1);
  begin = std::min(begin, window.kernel[axis]);
  end = std::max(end, begin);
  return {begin, end, first + begin * dilation};
}

} // namespace qrt

// The part of a sliding window that lies inside the input. Internal.
#pragma once

#include "runtime/numerics/geometry.h"

#include <algorithm>

namespace qrt {

/// Taps [begin, end) of one axis for output position `out`, and the input
/// position of tap `begin`.
struct InsideTaps {
  int64_t begin, end, position;
  int64_t count() const { return end - begin; }
};

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

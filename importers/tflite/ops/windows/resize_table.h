// Places and weights of the format's resizes along one dimension, as its float kernels have them.
#pragma once

#include <cstdint>
#include <vector>

namespace qopt::tflite {

/// Both tables of options say this of coordinates.
struct ResizeCoordinates {
  bool alignsCorners = false, hasHalfPixels = false;
};
/// One dimension, as nn.resample reads it; without weights elements are chosen.
struct ResizeTable {
  std::vector<int32_t> places;
  std::vector<float> weights; // two for each place
};

/// The element before the place and the one behind; outside, the one at the end.
ResizeTable linearTable(const ResizeCoordinates &c, int64_t from, int64_t to);
ResizeTable nearestTable(const ResizeCoordinates &c, int64_t from, int64_t to);

} // namespace qopt::tflite

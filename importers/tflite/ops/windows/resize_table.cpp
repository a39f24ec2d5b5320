#include "importers/tflite/ops/windows/resize_table.h"

#include <algorithm>
#include <cmath>

namespace qopt::tflite {

// The scale is computed in f32, as TFLite's kernels do.
static float scaleOf(const ResizeCoordinates &c, int64_t from, int64_t to) {
  return c.alignsCorners && to > 1 ? float(from - 1) / float(to - 1) : float(from) / float(to);
}

ResizeTable linearTable(const ResizeCoordinates &c, int64_t from, int64_t to) {
  ResizeTable table;
  const float scale = scaleOf(c, from, to);
  for (int64_t i = 0; i < to; ++i) {
    const float at = c.hasHalfPixels ? (float(i) + 0.5f) * scale - 0.5f : float(i) * scale;
    const float before = std::max(std::floor(at), 0.0f);
    const float share = std::max(at - before, 0.0f);
    table.places.push_back(int32_t(before));
    table.weights.insert(table.weights.end(), {1.0f - share, share});
  }
  return table;
}

ResizeTable nearestTable(const ResizeCoordinates &c, int64_t from, int64_t to) {
  ResizeTable table;
  const float scale = scaleOf(c, from, to), offset = c.hasHalfPixels ? 0.5f : 0.0f;
  for (int64_t i = 0; i < to; ++i) {
    const float at = (float(i) + offset) * scale;
    const float place = c.alignsCorners ? std::round(at) : std::floor(at);
    table.places.push_back(int32_t(std::clamp(place, 0.0f, float(from - 1))));
  }
  return table;
}

} // namespace qopt::tflite

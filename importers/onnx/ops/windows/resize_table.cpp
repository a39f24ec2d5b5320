#include "importers/onnx/ops/windows/resize_table.h"

#include <algorithm>
#include <cmath>

namespace qopt::onnx {

// x / scale: rounded once, so that whole places come out whole.
static double scaledBack(const ResizedAxis &axis, double x) { return x * axis.down / axis.up; }

// Aligned corners and regions count the size that the scale says, which need be no integer.
static double coordinateOf(const std::string &mode, const ResizedAxis &axis, double x) {
  const double from = double(axis.from), to = from * axis.up / axis.down;
  if (mode == "align_corners")
    return to == 1 ? 0 : x * (from - 1) / (to - 1);
  if (mode == "asymmetric")
    return scaledBack(axis, x);
  if (mode == "tf_crop_and_resize") {
    const double size = (axis.end - axis.start) * (from - 1);
    return axis.start * (from - 1) + (to == 1 ? size / 2 : x * size / (to - 1));
  }
  if (mode == "tf_half_pixel_for_nn")
    return scaledBack(axis, x + 0.5);
  if (mode == "pytorch_half_pixel" && axis.from && to == 1)
    return -0.5;
  // Around both middles at once: the offset and the place may be one whole number.
  if (mode == "half_pixel_symmetric" && axis.from)
    return (from - 1) / 2 + scaledBack(axis, (2 * x + 1 - double(axis.to)) / 2);
  return scaledBack(axis, x + 0.5) - 0.5;
}

static double nearestOf(const std::string &mode, double x) {
  if (mode == "floor")
    return std::floor(x);
  if (mode == "ceil")
    return std::ceil(x);
  return mode == "round_prefer_ceil" ? std::floor(x + 0.5) : std::ceil(x - 0.5);
}

static double weightAt(const ResizeRule &rule, double distance) {
  const double x = std::abs(distance), a = rule.cubic;
  if (rule.mode == "linear")
    return std::max(0.0, 1 - x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

// Filters grow as elements do.
static double narrowing(const ResizeRule &rule, const ResizedAxis &axis) {
  return rule.antialias ? std::min(axis.up / axis.down, 1.0) : 1;
}

// The first tap, counted from the last element before the place.
static double firstTap(const ResizeRule &rule, const ResizedAxis &axis) {
  return std::floor((rule.mode == "linear" ? -1 : -2) / narrowing(rule, axis)) + 1;
}

double tapsOf(const ResizeRule &rule, const ResizedAxis &axis) {
  return rule.mode == "nearest" ? 1 : 2 - 2 * firstTap(rule, axis);
}

// A place on an element counts as right of the one before.
static void appendWeights(const ResizeRule &rule, const ResizedAxis &axis, double x,
                          ResizeTable &table) {
  const double before = std::ceil(x) - 1, first = firstTap(rule, axis);
  std::vector<double> weights(table.taps);
  double sum = 0;
  for (int64_t k = 0; k < table.taps; ++k) {
    const double at = before + first + double(k);
    weights[k] = weightAt(rule, (at - x) * narrowing(rule, axis));
    if (rule.excludeOutside && (at < 0 || at >= double(axis.from)))
      weights[k] = 0;
    sum += weights[k];
  }
  for (double weight : weights)
    table.weights.push_back(float(rule.antialias || rule.excludeOutside ? weight / sum : weight));
  table.places.push_back(int32_t(before + first));
}

ResizeTable tableOf(const ResizeRule &rule, const ResizedAxis &axis, int64_t count) {
  ResizeTable table;
  table.taps = int64_t(tapsOf(rule, axis));
  for (int64_t i = 0; i < count; ++i) {
    // A place outside of a region is drawn to the image first, because its table must fit.
    double x = coordinateOf(rule.coordinates, axis, double(i));
    const bool crops = rule.coordinates == "tf_crop_and_resize";
    table.outside.push_back(crops && !(x >= 0 && x <= double(axis.from - 1)));
    if (table.outside.back())
      x = 0;
    if (rule.mode == "nearest")
      table.places.push_back(int32_t(nearestOf(rule.nearest, x)));
    else
      appendWeights(rule, axis, x, table);
  }
  return table;
}

} // namespace qopt::onnx

#include "passes/calibrate/calibrators.h"

#include <cmath>

namespace qopt {

// The end of the first bin by which `wanted` of them are counted.
static double endOf(std::span<const int64_t> bins, double width, double wanted) {
  double counted = 0;
  for (size_t i = 0; i < bins.size(); ++i) {
    counted += double(bins[i]);
    if (counted >= wanted)
      return double(i + 1) * width;
  }
  return double(bins.size()) * width;
}

Range percentileRange(const TensorStatistics &seen, const CalibrationSettings &settings) {
  if (!seen.histogram)
    return minMaxRange(seen, settings);
  const Histogram &histogram = *seen.histogram;
  // So many values may lie beyond, a whole number of them however 99.9 is written in binary.
  const auto total = double(histogram.total());
  const double beyond = std::floor(total * (100 - settings.percentile) / 100 + 1e-6);
  if (settings.scheme != nn::Scheme::Affine && settings.scheme != nn::Scheme::Mixed)
    return clipped(seen, endOf(histogram.magnitudes(), histogram.width(), total - beyond));
  auto end = [&](const std::vector<int64_t> &bins) {
    double own = 0;
    for (int64_t count : bins)
      own += double(count);
    return own > beyond ? endOf(bins, histogram.width(), own - beyond) : 0.0;
  };
  return {std::max<double>(seen.min, -end(histogram.negative)),
          std::min<double>(seen.max, end(histogram.positive))};
}

} // namespace qopt

#include "passes/calibrate/calibrators.h"

#include <cmath>

namespace qopt {
namespace {

// Half to even, of what is below 2⁵¹: without a call, a fifth of the time.
double nearest(double x) {
  constexpr double shift = 0x1.8p52; // there neighbours are 1 apart
  return (x + shift) - shift;
}

// One side of a histogram, with sums over its bins for what is cut off: values in the middle of
// their bins.
struct Side {
  Side(std::span<const int64_t> counts, double width) : counts(counts), width(width) {
    for (size_t i = 0; i <= counts.size(); ++i) {
      zeroth.push_back(i ? zeroth.back() + double(counts[i - 1]) : 0);
      first.push_back(i ? first.back() + double(counts[i - 1]) * middle(i - 1) : 0);
      second.push_back(i ? second.back() + double(counts[i - 1]) * middle(i - 1) * middle(i - 1)
                         : 0);
    }
    for (size_t i = 0; i < counts.size(); ++i)
      if (counts[i] != 0)
        filled.push_back(i);
  }
  double middle(size_t bin) const { return (double(bin) + 0.5) * width; }

  // Of values in steps of `step`, the last of them at `end`; what lies beyond that is cut off and
  // counts `clipWeight` times.
  double error(double end, double step, double clipWeight) const {
    const size_t inside = std::min(counts.size(), size_t(end / width + 0.5));
    double sum = 0;
    for (size_t i : filled) {
      if (i >= inside)
        break;
      const double x = middle(i), off = x - step * nearest(x / step);
      sum += double(counts[i]) * off * off;
    }
    const double n = zeroth.back() - zeroth[inside], a = first.back() - first[inside],
                 b = second.back() - second[inside];
    return sum + clipWeight * (b - 2 * a * end + n * end * end);
  }

  std::span<const int64_t> counts;
  double width;
  std::vector<size_t> filled; // bins: few where few samples were counted
  std::vector<double> zeroth, first, second;
};

} // namespace

Range meanSquaredErrorRange(const TensorStatistics &seen, const CalibrationSettings &settings) {
  if (!seen.histogram)
    return minMaxRange(seen, settings);
  const Histogram &histogram = *seen.histogram;
  const Side positive(histogram.positive, histogram.width()),
      negative(histogram.negative, histogram.width());
  auto rangeAt = [&](size_t bins) {
    const double part = double(bins) / double(Histogram::bins);
    if (settings.scheme == nn::Scheme::Affine || settings.scheme == nn::Scheme::Mixed)
      return Range{part * std::min<double>(seen.min, 0), part * std::max<double>(seen.max, 0)};
    return clipped(seen, part * histogram.limit);
  };
  size_t best = Histogram::bins;
  double least = std::numeric_limits<double>::infinity();
  for (size_t bins = Histogram::bins; bins > 0; --bins) {
    const Range range = rangeAt(bins);
    // The grid's own ends: a zero point is an integer, and a symmetric grid reaches equally far.
    const nn::QuantParams grid =
        nn::paramsForRange(range.min, range.max, settings.scheme, settings.bits);
    auto endAt = [&](int64_t steps) { return double(steps) * grid.scale; };
    const double error =
        positive.error(endAt(grid.max - grid.zeroPoint), grid.scale, settings.clipWeight) +
        negative.error(endAt(grid.zeroPoint - grid.min), grid.scale, settings.clipWeight);
    if (error < least)
      least = error, best = bins;
  }
  return best == Histogram::bins ? minMaxRange(seen, settings) : rangeAt(best);
}

} // namespace qopt

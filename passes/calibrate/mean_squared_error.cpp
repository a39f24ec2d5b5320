#include "passes/calibrate/calibrators.h"

#include <algorithm>
#include <cmath>

namespace qopt {
namespace {

// Half to even, of what is below 2⁵¹: without a call, a fifth of the time.
double nearest(double x) {
  constexpr double shift = 0x1.8p52; // there neighbours are 1 apart
  return (x + shift) - shift;
}

// One side of a histogram, with sums over its bins: values in the middle of their bins.
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
  size_t binsWithin(double end) const {
    return size_t(std::min(double(counts.size()), end / width + 0.5));
  }

  // Returns the squared error of the values beyond `end`, which all become `end`.
  double cutOff(double end) const {
    const size_t inside = binsWithin(end);
    const double n = zeroth.back() - zeroth[inside], a = first.back() - first[inside],
                 b = second.back() - second[inside];
    return b - 2 * a * end + n * end * end;
  }

  // Returns the squared error of values in steps of `step`, the last of them at `end`; what lies
  // beyond that is cut off and counts `clipWeight` times.
  double error(double end, double step, double clipWeight) const {
    const size_t inside = binsWithin(end);
    double sum = 0;
    for (size_t i : filled) {
      if (i >= inside)
        break;
      const double x = middle(i), off = x - step * nearest(x / step);
      sum += double(counts[i]) * off * off;
    }
    return sum + clipWeight * cutOff(end);
  }

  // The same by the sums of each step's bins, of which there are fewer: other last digits. Infinite
  // where what is cut off is more than `most`.
  double nearlyError(double end, double step, double clipWeight, double most) const {
    const double beyond = clipWeight * cutOff(end);
    if (beyond > most)
      return std::numeric_limits<double>::infinity();
    if (step < 2 * width)
      return error(end, step, clipWeight);
    const auto inside = int64_t(binsWithin(end));
    const double all = double(inside), binsInStep = step / width;
    double sum = 0, next = 0.5 * binsInStep + 0.5, value = 0;
    for (int64_t begin = 0; begin < inside; next += binsInStep, value += step) {
      // The first bin whose middle is nearer to the next step; halfway both are as far.
      const auto until = int64_t(std::min(all, next));
      sum += second[size_t(until)] - second[size_t(begin)] -
             2 * value * (first[size_t(until)] - first[size_t(begin)]) +
             value * value * (zeroth[size_t(until)] - zeroth[size_t(begin)]);
      begin = until;
    }
    return sum + beyond;
  }

  // Returns by how much two ways of adding such errors up may differ, with ends up to `limit`: 2¹²
  // roundings of sums, each of which is as large as all together, or less.
  double roundings(double limit, double clipWeight) const {
    const double all = second.back() + 2 * limit * first.back() + limit * limit * zeroth.back();
    return std::ldexp(all, -40) * std::max(1.0, clipWeight);
  }

  std::span<const int64_t> counts;
  double width;
  std::vector<size_t> filled; // bins: few where few samples were counted
  std::vector<double> zeroth, first, second;
};

/// Both sides of a histogram on the grids of ranges that end at one of its bins.
class RangeErrors {
public:
  RangeErrors(const TensorStatistics &seen, const CalibrationSettings &settings)
      : seen(seen), settings(settings), positive(seen.histogram->positive, seen.histogram->width()),
        negative(seen.histogram->negative, seen.histogram->width()) {}

  Range rangeAt(size_t bins) const {
    const double part = double(bins) / double(Histogram::bins);
    if (settings.scheme == nn::Scheme::Affine || settings.scheme == nn::Scheme::Mixed)
      return Range{part * std::min<double>(seen.min, 0), part * std::max<double>(seen.max, 0)};
    return clipped(seen, part * seen.histogram->limit);
  }
  double errorAt(size_t bins) const {
    return sumAt(bins, [&](const Side &side, double end, double step) {
      return side.error(end, step, settings.clipWeight);
    });
  }
  /// Returns the error with other last digits; infinity where it is far above `most`.
  double nearlyErrorAt(size_t bins, double most) const {
    return sumAt(bins, [&](const Side &side, double end, double step) {
      return side.nearlyError(end, step, settings.clipWeight, most);
    });
  }
  /// Returns by how much these two may differ.
  double roundings() const {
    const double limit = 2 * seen.histogram->limit; // a grid may reach beyond the range
    return positive.roundings(limit, settings.clipWeight) +
           negative.roundings(limit, settings.clipWeight);
  }

private:
  // The grid's own ends: a zero point is an integer, and a symmetric grid reaches equally far.
  template <typename ErrorOf> double sumAt(size_t bins, ErrorOf errorOf) const {
    const Range range = rangeAt(bins);
    const nn::QuantParams grid =
        nn::paramsForRange(range.min, range.max, settings.scheme, settings.bits);
    auto of = [&](const Side &side, int64_t steps) {
      return errorOf(side, double(steps) * grid.scale, grid.scale);
    };
    return of(positive, grid.max - grid.zeroPoint) + of(negative, grid.zeroPoint - grid.min);
  }

  const TensorStatistics &seen;
  const CalibrationSettings &settings;
  const Side positive, negative;
};

} // namespace

// Sums of steps' bins tell which ends may be the best; these alone are added up bin by bin, by
// which the definition says which one is.
Range meanSquaredErrorRange(const TensorStatistics &seen, const CalibrationSettings &settings) {
  if (!seen.histogram)
    return minMaxRange(seen, settings);
  const RangeErrors errors(seen, settings);
  const double doubt = 2 * errors.roundings();
  std::vector<double> nearly(Histogram::bins + 1);
  double most = std::numeric_limits<double>::infinity();
  for (size_t bins = Histogram::bins; bins > 0; --bins) {
    nearly[bins] = errors.nearlyErrorAt(bins, most);
    most = std::min(most, nearly[bins] + doubt);
  }
  size_t best = Histogram::bins;
  double least = std::numeric_limits<double>::infinity();
  for (size_t bins = Histogram::bins; bins > 0; --bins) {
    if (nearly[bins] > most)
      continue;
    const double error = errors.errorAt(bins);
    if (error < least)
      least = error, best = bins;
  }
  return best == Histogram::bins ? minMaxRange(seen, settings) : errors.rangeAt(best);
}

} // namespace qopt

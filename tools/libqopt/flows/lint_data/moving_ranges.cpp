#include "tools/libqopt/flows/lint_data/moving_ranges.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include <algorithm>
#include <cmath>

namespace qopt::lint {

static constexpr double margin = 0.1; // of the range: clipped, it would show at 8 bits
static constexpr size_t fitFrom = 2;  // the first tenths say little of how a range grows on

void RangeGrowth::add(int64_t sample, float min, float max) {
  Part &part = tenths[size_t(sample * int64_t(parts) / total)];
  if (min < part.min.value)
    part.min = {min, sample};
  if (max > part.max.value)
    part.max = {max, sample};
}

double RangeGrowth::width(size_t part) const {
  float least = 0, greatest = 0;
  for (size_t i = 0; i <= part; ++i) {
    least = std::min(least, tenths[i].min.value);
    greatest = std::max(greatest, tenths[i].max.value);
  }
  return double(greatest) - least;
}

double RangeGrowth::lastGrowth() const {
  const double whole = width(parts - 1);
  return whole > 0 ? (whole - width(parts - 2)) / whole : 0;
}

double RangeGrowth::growthByDoubling() const {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (size_t part = fitFrom; part < parts; ++part) {
    const double logarithm = std::log(double(part + 1)), range = width(part);
    n += 1, x += logarithm, y += range, xx += logarithm * logarithm, xy += logarithm * range;
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x), whole = width(parts - 1);
  return whole > 0 ? slope * std::log(2.0) / whole : 0;
}

int64_t RangeGrowth::culprit() const {
  float least = 0, greatest = 0;
  for (size_t i = 0; i + 1 < parts; ++i) {
    least = std::min(least, tenths[i].min.value);
    greatest = std::max(greatest, tenths[i].max.value);
  }
  const Part &last = tenths.back();
  return least - last.min.value > last.max.value - greatest ? last.min.sample : last.max.sample;
}

static std::string percent(double part) { return io::fixed(100 * part, 0) + " %"; }

Findings checkGrowth(const RangeGrowth &growth, const std::string &key, const Place &place) {
  if (growth.samples() < RangeGrowth::leastSamples || !(growth.lastGrowth() > margin))
    return {};
  return {{Severity::Warning, "range-moving", key, place(growth.culprit()),
           "the last tenth of the samples brought " + percent(growth.lastGrowth()) +
               " of the range; twice as many would add about " + percent(growth.growthByDoubling()),
           "give more samples, shuffled, or calibrate with --calibrator=percentile or mse"}};
}

} // namespace qopt::lint

#include "tools/libqopt/report/measure/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace qopt::run {

Distribution Distribution::over(std::span<const double> values,
                                const std::pair<double, double> *ends) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (double value : values)
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (!(low <= high))
    return {};
  if (ends) {
    const double beyond = (high - low) / 2;
    low = std::min(low, std::max(ends->first, low - beyond));
    high = std::max(high, std::min(ends->second, high + beyond));
  }
  if (low == high) { // of one value
    low -= 0.5;
    high += 0.5;
  }
  return {low, high, {}, {}};
}

void Distribution::add(std::vector<int64_t> &counts, std::span<const double> values) const {
  if (isEmpty())
    return;
  counts.resize(bins);
  const double perUnit = double(bins) / (high - low);
  for (double value : values)
    if (std::isfinite(value))
      ++counts[size_t(std::clamp((value - low) * perUnit, 0.0, double(bins - 1)))];
}

} // namespace qopt::run

#include "passes/calibrate/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace qopt {

static std::vector<int64_t> sumOf(const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
  std::vector<int64_t> sum(a.size());
  std::transform(a.begin(), a.end(), b.begin(), sum.begin(), std::plus<>());
  return sum;
}

std::vector<int64_t> Histogram::magnitudes() const { return sumOf(positive, negative); }

int64_t Histogram::total() const {
  const std::vector<int64_t> all = magnitudes();
  return std::accumulate(all.begin(), all.end(), int64_t(0));
}

double TensorStatistics::greatestMagnitude() const {
  return seen() ? std::max(std::abs(double(min)), std::abs(double(max))) : 0;
}

void TensorStatistics::addSample(float least, float greatest, int64_t times) {
  min = std::min(min, least);
  max = std::max(max, greatest);
  minima.add(least, times);
  maxima.add(greatest, times);
  samples += times;
}

bool TensorStatistics::merge(const TensorStatistics &other) {
  if (histogram.has_value() != other.histogram.has_value() ||
      (histogram && histogram->limit != other.histogram->limit))
    return false;
  min = std::min(min, other.min);
  max = std::max(max, other.max);
  minima.add(other.minima);
  maxima.add(other.maxima);
  samples += other.samples;
  if (histogram) {
    histogram->positive = sumOf(histogram->positive, other.histogram->positive);
    histogram->negative = sumOf(histogram->negative, other.histogram->negative);
  }
  return true;
}

} // namespace qopt

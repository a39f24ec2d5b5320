// TensorStatistics holds what samples told of one tensor. Parts merge exactly: the order of
// samples, the size of batches and the number of shards leave no trace.
#pragma once

#include "passes/calibrate/exact_sum.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace qopt {

/// Counters of magnitudes in equal bins over [0, limit], apart by sign; 0 counts as positive.
struct Histogram {
  static constexpr int64_t bins = 2048;
  double limit = 0; // > 0, an f32
  std::vector<int64_t> positive = std::vector<int64_t>(bins);
  std::vector<int64_t> negative = std::vector<int64_t>(bins);

  double width() const { return limit / double(bins); }
  /// Returns the counters of |x|, whatever its sign.
  std::vector<int64_t> magnitudes() const;
  int64_t total() const;
  bool operator==(const Histogram &) const = default;
};

struct TensorStatistics {
  float min = std::numeric_limits<float>::infinity(); // as here: nothing was seen
  float max = -std::numeric_limits<float>::infinity();
  /// These add up each sample's own minimum and maximum.
  ExactSum minima, maxima;
  int64_t samples = 0;
  std::optional<Histogram> histogram;

  bool seen() const { return min <= max; }
  double greatestMagnitude() const;
  /// A sample's extremes, or what `times` samples have in common; finite.
  void addSample(float least, float greatest, int64_t times = 1);
  /// False, and nothing done, where one has a histogram that the other has not, or of another
  /// limit.
  bool merge(const TensorStatistics &other);
  bool operator==(const TensorStatistics &) const = default;
};

} // namespace qopt

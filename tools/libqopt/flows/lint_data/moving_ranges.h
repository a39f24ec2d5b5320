// Tells whether a tensor's range was still growing as the samples ended.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"

#include <array>
#include <limits>

namespace qopt::lint {

/// Extremes by tenths of the samples, in their order.
class RangeGrowth {
public:
  static constexpr size_t parts = 10;
  static constexpr int64_t leastSamples = 20; // fewer say nothing of growth

  RangeGrowth() = default;
  explicit RangeGrowth(int64_t total) : total(total) {}
  void add(int64_t sample, float min, float max);

  /// Width of the range of all samples up to the end of tenth `part`, 0 included.
  double width(size_t part) const;
  /// Returns what the last tenth added, as a part of the whole.
  double lastGrowth() const;
  /// Returns what twice the samples would add, by a line through the widths over the logarithm of
  /// the samples, as a part of the whole.
  double growthByDoubling() const;
  int64_t samples() const { return total; }
  /// The sample that brought the extreme that grew most in the last tenth.
  int64_t culprit() const;

private:
  struct Extreme {
    float value;
    int64_t sample = 0;
  };
  static constexpr float infinity = std::numeric_limits<float>::infinity();
  struct Part {
    Extreme min{infinity}, max{-infinity};
  };
  int64_t total = 0;
  std::array<Part, parts> tenths;
};

/// "range-moving": the last tenth of the samples widened the range by a margin.
Findings checkGrowth(const RangeGrowth &growth, const std::string &key, const Place &place);

} // namespace qopt::lint

// Histograms of two forms of the same numbers, as a page draws them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace qopt::run {

/// Counts in equal bins over [low, high]; what lies outside counts in the first or last one.
struct Distribution {
  static constexpr size_t bins = 64;
  double low = 0, high = 0;
  std::vector<int64_t> before, after; // real values; those that steps stand for, or none

  /// Over these values, and of `ends`, between which steps lie, what is at most half of their
  /// width away: the rest would be empty.
  static Distribution over(std::span<const double> values, const std::pair<double, double> *ends);
  void addBefore(std::span<const double> values) { add(before, values); }
  void addAfter(std::span<const double> values) { add(after, values); }
  bool isEmpty() const { return !(high > low); }

private:
  void add(std::vector<int64_t> &counts, std::span<const double> values) const;
};

} // namespace qopt::run

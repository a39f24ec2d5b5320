// Tests that may be looked at after each sample, and end as soon as they are sure: their error
// holds however often somebody looks.
#pragma once

#include <cstdint>
#include <optional>

namespace qopt::run {

/// This is the chance that a test is ever wrong, however often it is asked.
inline constexpr double wrongAtMost = 1e-3;

/// Tells whether events are as rare as they may be: Wald's sequential probability ratio test of a
/// rate `most` against twice that. A rate between the two may get either verdict.
class RateTest {
public:
  explicit RateTest(double most) : most(most) {}
  void add(bool happened);
  /// Returns true for no more than `most`, false for more, and nothing where it is not sure yet.
  std::optional<bool> verdict() const;
  double rate() const { return samples ? double(events) / double(samples) : 0; }
  bool holdsSoFar() const { return rate() <= most; }
  int64_t count() const { return events; }

private:
  double most, evidence = 0; // log of how much likelier twice the rate is
  int64_t events = 0, samples = 0;
};

/// Tells whether a mean is no more than 0, by the asymptotic confidence sequence of Waudby-Smith,
/// Arbour, Sinha, Kennedy and Ramdas (2024), tightest at some hundred values.
class MeanTest {
public:
  void add(double value);
  std::optional<bool> verdict() const;
  double mean() const { return average; }
  /// Returns half of the interval's width that holds at every time; infinite for fewer than 16
  /// values.
  double halfWidth() const;
  bool holdsSoFar() const { return average <= 0; }

private:
  int64_t values = 0;
  double average = 0, squares = 0; // sum of squared distances to the average (Welford)
};

} // namespace qopt::run

// Means and variances that grow by samples, and are compared with what a network knows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace qopt::lint {

/// Takes mean and variance of each channel over all samples and places, and where it is asked the
/// covariances of samples' own means: that takes memory of the square of these channels.
class Moments {
public:
  Moments() = default;
  explicit Moments(size_t channels, std::vector<size_t> together = {});
  /// One sample's values, [channels, inner].
  void add(std::span<const float> sample);

  size_t channels() const { return sums.size(); }
  int64_t samples() const { return count; }
  double mean(size_t channel) const;
  double variance(size_t channel) const; // over samples and places
  /// The channels whose means are seen together.
  const std::vector<size_t> &together() const { return paired; }
  /// Over samples, of their means of the a-th and b-th of these.
  double covariance(size_t a, size_t b) const;

private:
  int64_t count = 0;
  std::vector<double> sums, squares; // of the samples' means of values, and of squares
  std::vector<size_t> paired;
  std::vector<double> products; // of the samples' means; [paired, paired]
};

/// The statistics that a batch norm was trained on, by channel of its input.
struct Expected {
  std::vector<double> mean, variance;
  double epsilon = 0;
  /// Returns the deviation as the layer divides by it: √(variance + ε).
  double deviation(size_t channel) const;
  /// Channels whose variance is no remnant of one that died in training.
  std::vector<size_t> live() const;
};

} // namespace qopt::lint

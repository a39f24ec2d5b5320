// Means and variances that grow by samples, and are compared with what a network knows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace qopt::lint {

/// Of each channel over all samples and places, and how the samples' own means vary together.
class Moments {
public:
  Moments() = default;
  explicit Moments(size_t channels);
  /// One sample's values, [channels, inner].
  void add(std::span<const float> sample);

  size_t channels() const { return sums.size(); }
  int64_t samples() const { return count; }
  double mean(size_t channel) const;
  double variance(size_t channel) const; // over samples and places
  /// Over samples, of their means of channels a and b.
  double covariance(size_t a, size_t b) const;

private:
  int64_t count = 0;
  std::vector<double> sums, squares; // of the samples' means of values, and of squares
  std::vector<double> products;      // of the samples' means; [channels, channels]
};

/// What a batch norm was trained on, by channel of its input.
struct Expected {
  std::vector<double> mean, variance;
  double epsilon = 0;
  /// As the layer divides: √(variance + ε).
  double deviation(size_t channel) const;
  /// Its variance is no remnant of a channel that died in training.
  bool isLive(size_t channel) const;
};

} // namespace qopt::lint

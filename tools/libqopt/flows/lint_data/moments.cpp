#include "tools/libqopt/flows/lint_data/moments.h"

#include <algorithm>
#include <cmath>

namespace qopt::lint {

Moments::Moments(size_t channels, std::vector<size_t> together)
    : sums(channels), squares(channels), paired(std::move(together)),
      products(paired.size() * paired.size()) {}

void Moments::add(std::span<const float> sample) {
  const size_t inner = sample.size() / channels();
  std::vector<double> means(channels());
  for (size_t c = 0; c < channels(); ++c) {
    double sum = 0, square = 0;
    for (float value : sample.subspan(c * inner, inner)) {
      sum += value;
      square += double(value) * value;
    }
    means[c] = sum / double(inner);
    sums[c] += means[c];
    squares[c] += square / double(inner);
  }
  for (size_t a = 0; a < paired.size(); ++a)
    for (size_t b = 0; b < paired.size(); ++b)
      products[a * paired.size() + b] += means[paired[a]] * means[paired[b]];
  ++count;
}

double Moments::mean(size_t channel) const { return sums[channel] / double(count); }

double Moments::variance(size_t channel) const {
  return std::max(squares[channel] / double(count) - mean(channel) * mean(channel), 0.0);
}

double Moments::covariance(size_t a, size_t b) const {
  return products[a * paired.size() + b] / double(count) - mean(paired[a]) * mean(paired[b]);
}

double Expected::deviation(size_t channel) const { return std::sqrt(variance[channel] + epsilon); }

std::vector<size_t> Expected::live() const {
  std::vector<double> sorted = variance;
  auto middle = sorted.begin() + ptrdiff_t(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  std::vector<size_t> channels;
  for (size_t c = 0; c < variance.size(); ++c)
    if (variance[c] > 1e-3 * *middle)
      channels.push_back(c);
  return channels;
}

} // namespace qopt::lint

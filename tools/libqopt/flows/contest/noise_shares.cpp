#include "tools/libqopt/flows/contest/noise_shares.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt::run {
namespace {

double sumOf(llvm::ArrayRef<double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Returns each sample's noise, of all outputs added, each beside its mean power.
std::vector<double> relativeNoise(const SampleNoise &of) {
  std::vector<double> sums(of.samples());
  for (const OutputNoise &output : of.outputs) {
    const double power = sumOf(output.power) / double(output.power.size());
    for (auto [sum, noise] : llvm::zip_equal(sums, output.noise))
      sum += power > 0 ? noise / power : noise;
  }
  return sums;
}

} // namespace

NoiseShares::NoiseShares(llvm::ArrayRef<SampleNoise> alone) {
  if (alone.empty())
    return;
  std::vector<std::vector<double>> parts;
  for (const SampleNoise &part : alone)
    parts.push_back(relativeNoise(part));
  for (size_t sample = 0; sample < parts.front().size(); ++sample) {
    std::vector<double> shares;
    for (const std::vector<double> &part : parts)
      shares.push_back(part[sample]);
    const double all = sumOf(shares);
    if (!(all > 0) || !std::isfinite(all))
      continue;
    for (double &share : shares)
      share /= all;
    samples.push_back(std::move(shares));
  }
}

double NoiseShares::of(size_t part) const {
  double sum = 0;
  for (const std::vector<double> &sample : samples)
    sum += sample[part];
  return samples.empty() ? 0 : sum / double(samples.size());
}

double NoiseShares::surelyOf(llvm::ArrayRef<size_t> parts) const {
  if (samples.size() < 2)
    return 0;
  const double count = double(samples.size());
  double mean = 0, squares = 0;
  for (size_t part : parts)
    mean += of(part);
  for (const std::vector<double> &sample : samples) {
    double share = 0;
    for (size_t part : parts)
      share += sample[part];
    squares += (share - mean) * (share - mean);
  }
  return std::max(0.0, mean - std::sqrt(squares / (count - 1) / count));
}

} // namespace qopt::run

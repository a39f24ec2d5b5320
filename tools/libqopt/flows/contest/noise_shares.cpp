#include "tools/libqopt/flows/contest/noise_shares.h"

#include "llvm/ADT/STLExtras.h"

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

NoiseShares::NoiseShares(llvm::ArrayRef<SampleNoise> alone) : parts(alone.size()) {
  if (alone.empty())
    return;
  std::vector<std::vector<double>> noises;
  for (const SampleNoise &part : alone)
    noises.push_back(relativeNoise(part));
  for (size_t sample = 0; sample < noises.front().size(); ++sample) {
    std::vector<double> shares;
    for (const std::vector<double> &part : noises)
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

std::vector<size_t> NoiseShares::mostFirst() const {
  std::vector<size_t> order(parts);
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::stable_sort(order, [&](size_t a, size_t b) { return of(a) > of(b); });
  return order;
}

double effectiveSamples(const SampleNoise &noise) {
  const auto worst =
      llvm::min_element(noise.outputs, [](const OutputNoise &a, const OutputNoise &b) {
        return a.decibels() < b.decibels();
      });
  if (worst == noise.outputs.end())
    return 0;
  double squares = 0;
  for (double value : worst->noise)
    squares += value * value;
  const double sum = sumOf(worst->noise);
  return squares > 0 ? sum * sum / squares : double(worst->noise.size());
}

} // namespace qopt::run

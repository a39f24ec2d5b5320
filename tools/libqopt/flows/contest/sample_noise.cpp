#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt::run {

static double sumOf(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double decibelsOf(double noise, double power) {
  const double share = power > 0 ? noise / power : noise;
  return share > 0 ? std::clamp(-10 * std::log10(share), -mostDecibels, mostDecibels)
                   : mostDecibels;
}

double OutputNoise::decibels() const { return decibelsOf(sumOf(noise), sumOf(power)); }

void SampleNoise::append(const SampleNoise &more) {
  if (outputs.empty()) {
    outputs = more.outputs;
    return;
  }
  for (auto [own, other] : llvm::zip_equal(outputs, more.outputs)) {
    llvm::append_range(own.noise, other.noise);
    llvm::append_range(own.power, other.power);
  }
}

double SampleNoise::worst() const {
  double worst = mostDecibels;
  for (const OutputNoise &output : outputs)
    worst = std::min(worst, output.decibels());
  return worst;
}

double SampleNoise::mean() const {
  double sum = 0;
  for (const OutputNoise &output : outputs)
    sum += output.decibels();
  return outputs.empty() ? mostDecibels : sum / double(outputs.size());
}

double SampleNoise::total() const {
  double sum = 0;
  for (const OutputNoise &output : outputs) {
    const double all = sumOf(output.power);
    sum += all > 0 ? sumOf(output.noise) / all : sumOf(output.noise);
  }
  return sum;
}

SampleNoise SampleNoise::part(size_t first, size_t count) const {
  SampleNoise some;
  const auto of = [&](const std::vector<double> &values) {
    return llvm::ArrayRef(values).slice(first, count).vec();
  };
  for (const OutputNoise &output : outputs)
    some.outputs.push_back({output.output, of(output.noise), of(output.power)});
  return some;
}

} // namespace qopt::run

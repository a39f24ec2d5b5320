#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace qopt::run {

// Student's t of 95 %, two-sided, by degrees of freedom, from 1 on.
static constexpr double studentOf[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23,
                                       2.20,  2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09,
                                       2.08,  2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04};

static double sumOf(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

static double decibelsOf(double noise, double power) {
  const double share = power > 0 ? noise / power : noise;
  return share > 0 ? std::clamp(-10 * std::log10(share), -200.0, 200.0) : 200.0;
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
  double worst = 200;
  for (const OutputNoise &output : outputs)
    worst = std::min(worst, output.decibels());
  return worst;
}

double SampleNoise::mean() const {
  double sum = 0;
  for (const OutputNoise &output : outputs)
    sum += output.decibels();
  return outputs.empty() ? 200 : sum / double(outputs.size());
}

double SampleNoise::total() const {
  double sum = 0;
  for (const OutputNoise &output : outputs) {
    const double all = sumOf(output.power);
    sum += all > 0 ? sumOf(output.noise) / all : sumOf(output.noise);
  }
  return sum;
}

bool isSurelyLess(const SampleNoise &a, const SampleNoise &b) {
  assert(a.samples() == b.samples() && "of the same samples");
  const size_t samples = a.samples();
  if (samples < 2)
    return false;
  if (samples >= std::size(studentOf) + 2)
    return a.total() < b.total();
  std::vector<double> gains(samples);
  for (auto [own, other] : llvm::zip_equal(a.outputs, b.outputs)) {
    const double all = sumOf(own.power);
    for (size_t i = 0; i < samples; ++i)
      gains[i] += (other.noise[i] - own.noise[i]) / (all > 0 ? all : 1);
  }
  const double mean = sumOf(gains) / double(samples);
  double squares = 0;
  for (double gain : gains)
    squares += (gain - mean) * (gain - mean);
  const double error = std::sqrt(squares / double(samples - 1) / double(samples));
  return mean > studentOf[samples - 2] * error; // false where one is no number
}

} // namespace qopt::run

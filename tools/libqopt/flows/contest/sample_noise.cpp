#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt::run {

static double sumOf(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

static double sumOf(const std::vector<double> &values, const std::vector<char> &isLeftOut) {
  double sum = 0;
  for (auto [value, leavesOut] : llvm::zip_equal(values, isLeftOut))
    sum += leavesOut ? 0 : value;
  return sum;
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

double SampleNoise::worst() const { return worst(std::vector<char>(samples(), 0)); }

double SampleNoise::mean() const {
  double sum = 0;
  for (const OutputNoise &output : outputs)
    sum += output.decibels();
  return outputs.empty() ? mostDecibels : sum / double(outputs.size());
}

double SampleNoise::typical() const {
  double worst = mostDecibels;
  for (const OutputNoise &output : outputs) {
    const double count = double(output.noise.size()), power = sumOf(output.power) / count;
    double sum = 0;
    for (double noise : output.noise)
      sum += decibelsOf(noise, power);
    worst = std::min(worst, sum / count);
  }
  return worst;
}

double SampleNoise::total() const {
  double sum = 0;
  for (const OutputNoise &output : outputs) {
    const double all = sumOf(output.power);
    sum += all > 0 ? sumOf(output.noise) / all : sumOf(output.noise);
  }
  return sum;
}

double SampleNoise::worst(const std::vector<char> &isLeftOut) const {
  double worst = mostDecibels;
  for (const OutputNoise &output : outputs)
    worst =
        std::min(worst, decibelsOf(sumOf(output.noise, isLeftOut), sumOf(output.power, isLeftOut)));
  return worst;
}

TemperedNoise::TemperedNoise(const SampleNoise &of) {
  for (const OutputNoise &output : of.outputs) {
    const double power = sumOf(output.power) / double(output.power.size());
    std::vector<double> &own = outputs.emplace_back();
    for (double noise : output.noise)
      own.push_back(std::sqrt(power > 0 ? noise / power : noise));
  }
}

static double temperedDecibels(double sum, double samples) {
  const double mean = sum / samples;
  return decibelsOf(mean * mean, 1);
}

double TemperedNoise::worst(const std::vector<char> &isLeftOut) const {
  const double count = double(llvm::count(isLeftOut, 0));
  double worst = mostDecibels;
  for (const std::vector<double> &output : outputs)
    worst = std::min(worst, temperedDecibels(sumOf(output, isLeftOut), count));
  return worst;
}

std::vector<double> TemperedNoise::outputsDecibels() const {
  std::vector<double> decibels;
  for (const std::vector<double> &output : outputs)
    decibels.push_back(temperedDecibels(sumOf(output), double(output.size())));
  return decibels;
}

} // namespace qopt::run

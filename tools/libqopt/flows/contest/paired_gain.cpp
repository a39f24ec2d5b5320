#include "tools/libqopt/flows/contest/paired_gain.h"

#include "tools/libqopt/flows/contest/student.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace qopt::run {
namespace {

using LeftOut = std::vector<char>; // by sample

double worstWithout(const SampleNoise &of, const LeftOut &isLeftOut) {
  double worst = mostDecibels;
  for (const OutputNoise &output : of.outputs) {
    double noise = 0, power = 0;
    for (size_t i = 0; i < isLeftOut.size(); ++i) {
      noise += isLeftOut[i] ? 0 : output.noise[i];
      power += isLeftOut[i] ? 0 : output.power[i];
    }
    worst = std::min(worst, decibelsOf(noise, power));
  }
  return worst;
}

double gainWithout(const SampleNoise &a, const SampleNoise &b, const LeftOut &isLeftOut) {
  return worstWithout(a, isLeftOut) - worstWithout(b, isLeftOut);
}

/// By sample, what the gain is without it.
std::vector<double> gainsWithoutEach(const SampleNoise &a, const SampleNoise &b) {
  LeftOut isLeftOut(a.samples());
  std::vector<double> gains;
  for (char &sample : isLeftOut) {
    sample = 1;
    gains.push_back(gainWithout(a, b, isLeftOut));
    sample = 0;
  }
  return gains;
}

double chanceOf(double gain, llvm::ArrayRef<double> withoutEach) {
  const double count = double(withoutEach.size());
  if (count < 2 || gain <= 0)
    return 1;
  const double mean = std::accumulate(withoutEach.begin(), withoutEach.end(), 0.0) / count;
  double squares = 0;
  for (double without : withoutEach)
    squares += (without - mean) * (without - mean);
  const double error = std::sqrt(squares * (count - 1) / count);
  return error > 0 ? tailOfStudent(gain / error, int64_t(withoutEach.size()) - 1) : 0;
}

/// The SQNR of each sample's worst output.
std::vector<double> ofEachSample(const SampleNoise &of) {
  std::vector<double> worst(of.samples(), mostDecibels);
  for (const OutputNoise &output : of.outputs) {
    const double power = std::accumulate(output.power.begin(), output.power.end(), 0.0) /
                         double(output.power.size());
    for (auto [own, noise] : llvm::zip_equal(worst, output.noise))
      own = std::min(own, decibelsOf(noise, power));
  }
  return worst;
}

double middleOf(std::vector<double> values) {
  if (values.empty())
    return 0;
  llvm::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

PairedGain gainOf(const SampleNoise &a, const SampleNoise &b) {
  assert(a.samples() == b.samples() && "of the same samples");
  PairedGain gain{.decibels = a.worst() - b.worst()};
  gain.chance = chanceOf(gain.decibels, gainsWithoutEach(a, b));
  std::vector<double> differences;
  for (auto [own, other] : llvm::zip_equal(ofEachSample(a), ofEachSample(b)))
    differences.push_back(own - other);
  gain.worseOn = size_t(llvm::count_if(differences, [](double value) { return value < 0; }));
  gain.median = middleOf(std::move(differences));
  return gain;
}

size_t samplesThatCarry(const SampleNoise &a, const SampleNoise &b) {
  const std::vector<double> withoutEach = gainsWithoutEach(a, b);
  std::vector<size_t> order(withoutEach.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::stable_sort(order, [&](size_t i, size_t j) { return withoutEach[i] < withoutEach[j]; });
  LeftOut isLeftOut(order.size());
  size_t count = 0;
  while (count < order.size() && gainWithout(a, b, isLeftOut) > 0)
    isLeftOut[order[count++]] = 1;
  return count;
}

} // namespace qopt::run

#include "tools/libqopt/flows/contest/paired_gain.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace qopt::run {
namespace {

using LeftOut = std::vector<char>; // by sample

/// Returns for each sample the gain that is left without it.
template <typename Gain> std::vector<double> withoutEach(size_t samples, Gain gain) {
  LeftOut isLeftOut(samples);
  std::vector<double> gains;
  for (char &sample : isLeftOut) {
    sample = 1;
    gains.push_back(gain(isLeftOut));
    sample = 0;
  }
  return gains;
}

double errorOf(llvm::ArrayRef<double> withoutEach) {
  const double count = double(withoutEach.size());
  if (count <= 3)
    return HUGE_VAL;
  const double mean = std::accumulate(withoutEach.begin(), withoutEach.end(), 0.0) / count;
  double squares = 0;
  for (double without : withoutEach)
    squares += (without - mean) * (without - mean);
  return std::sqrt(squares * (count - 1) / count * (count - 1) / (count - 3));
}

} // namespace

PairedGain gainOf(const SampleNoise &a, const SampleNoise &b, size_t firstPart) {
  assert(a.samples() == b.samples() && "of the same samples");
  const TemperedNoise own(a), other(b);
  const auto gain = [&](const LeftOut &isLeftOut) {
    return own.worst(isLeftOut) - other.worst(isLeftOut);
  };
  const size_t all = a.samples();
  PairedGain made{.decibels = gain(LeftOut(all)),
                  .error = errorOf(withoutEach(all, gain)),
                  .typical = a.typical() - b.typical()};
  LeftOut isFirst(all), isSecond(all, 1);
  std::fill_n(isFirst.begin(), firstPart, 1);
  std::fill_n(isSecond.begin(), firstPart, 0);
  made.lesserPart =
      firstPart == 0 || firstPart == all ? made.decibels : std::min(gain(isFirst), gain(isSecond));
  return made;
}

size_t samplesThatCarry(const SampleNoise &a, const SampleNoise &b) {
  const auto gain = [&](const LeftOut &isLeftOut) {
    return a.worst(isLeftOut) - b.worst(isLeftOut);
  };
  const std::vector<double> gains = withoutEach(a.samples(), gain);
  std::vector<size_t> order(gains.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::stable_sort(order, [&](size_t i, size_t j) { return gains[i] < gains[j]; });
  LeftOut isLeftOut(order.size());
  size_t count = 0;
  while (count < order.size() && gain(isLeftOut) > 0)
    isLeftOut[order[count++]] = 1;
  return count;
}

} // namespace qopt::run

// Noise of a network's outputs beside what the float one answers, sample by sample, and what it
// says of two networks: numbers alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace qopt::run {

/// An output's noise: by sample the squared errors of its values, added, and the squares of what
/// the float network answers; of indices, how many are others, and how many there are.
struct OutputNoise {
  std::string output;
  std::vector<double> noise, power;
  /// The SQNR of all samples' values, within ±200.
  double decibels() const;
};

/// All outputs have as many samples, the same ones in the same order.
struct SampleNoise {
  std::vector<OutputNoise> outputs;

  void append(const SampleNoise &more);
  size_t samples() const { return outputs.empty() ? 0 : outputs.front().noise.size(); }
  /// Of the worst output, and the mean of all, in dB.
  double worst() const, mean() const;
  /// Noise over power, of all outputs added: the worst has most of it.
  double total() const;
};

/// Whether `a` is less than `b` by more than samples differ among themselves: a paired t-test at
/// 95 % of each sample's share of total(). Of 32 samples or more any difference counts: a test
/// would hear nothing but the sample that is cut off worst. Of one, none does.
bool isSurelyLess(const SampleNoise &a, const SampleNoise &b);

} // namespace qopt::run

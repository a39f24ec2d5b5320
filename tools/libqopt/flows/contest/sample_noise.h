// Noise of a network's outputs beside what the float one answers, sample by sample: numbers alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace qopt::run {

/// No SQNR counts as more, nor as less than its negative: of what is exact, or no number.
constexpr double mostDecibels = 200;

/// -10·log₁₀(noise / power), within ±mostDecibels; where there is no power, of the noise alone.
double decibelsOf(double noise, double power);

/// An output's noise: by sample the squared errors of its values, added, and the squares of what
/// the float network answers; of indices, how many are others, and how many there are.
struct OutputNoise {
  std::string output;
  std::vector<double> noise, power;
  /// The SQNR of all samples' values.
  double decibels() const;
};

/// All outputs have as many samples, the same ones in the same order.
struct SampleNoise {
  std::vector<OutputNoise> outputs;

  void append(const SampleNoise &more);
  size_t samples() const { return outputs.empty() ? 0 : outputs.front().noise.size(); }
  /// Return the SQNR of the worst output, and the mean of all outputs, in dB.
  double worst() const, mean() const;
  /// Returns the mean of samples' decibels in the worst output, each beside the output's mean
  /// power.
  double typical() const;
  /// Returns the SQNR of the worst output over the samples that are not left out (0).
  double worst(const std::vector<char> &isLeftOut) const;
  /// Noise over power, of all outputs added: the worst has most of it.
  double total() const;
};

/// Noise by which settings are told apart: of an output the squared mean over samples of
/// √(noise / power), the power being the output's mean over samples. SQNR, a ratio of sums, is what
/// a few samples of much noise say, which others need not share; in the mean of decibels they are
/// as any other. This lies between both.
class TemperedNoise {
public:
  explicit TemperedNoise(const SampleNoise &of);
  /// Returns dB of the worst output, over the samples that are not left out (0).
  double worst(const std::vector<char> &isLeftOut) const;
  /// Gives dB for each output, over all samples.
  std::vector<double> outputsDecibels() const;

private:
  std::vector<std::vector<double>> outputs; // of each sample
};

} // namespace qopt::run

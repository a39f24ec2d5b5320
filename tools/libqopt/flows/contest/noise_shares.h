// Shares that parts of a network have in the noise of its outputs, sample by sample: numbers alone.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt::run {

/// Shares of parts, each of which alone adds this noise to the same samples. In a sample a part has
/// its own noise over that of all parts, of all outputs added, each beside the output's mean power.
/// A share is the mean over samples: each counts as any other, where a few may have most of the
/// noise. Samples to which no part adds any do not count.
class NoiseShares {
public:
  explicit NoiseShares(llvm::ArrayRef<SampleNoise> alone);

  /// Returns the part's share, from 0 to 1.
  double of(size_t part) const;
  /// Returns the parts, those of the largest share first; of equal ones the first.
  std::vector<size_t> mostFirst() const;

private:
  size_t parts;
  std::vector<std::vector<double>> samples; // of each, by part
};

/// Returns of how many samples the noise of the worst output is, by Kish's effective size, the
/// squared sum over the sum of squares: all, where each has as much, and one, where one has it all.
double effectiveSamples(const SampleNoise &noise);

} // namespace qopt::run

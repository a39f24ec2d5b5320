// Settings that compete, and what the two halves of the samples said of them.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"
#include "tools/libqopt/flows/quantize/contest.h"

namespace qopt::run {

/// A candidate, and what each half said of it, if it was asked.
struct Competitor {
  Recipe recipe;
  std::optional<SampleNoise> noise[2];
  bool isDoubted = false; // it tries ranges on fewer samples of a half than trials trust

  bool isDone() const { return noise[0] && noise[1]; }
  SampleNoise inBoth() const {
    SampleNoise sum = *noise[0];
    sum.append(*noise[1]);
    return sum;
  }
};

/// Tells whether the recipe's calibrator chooses among what the others propose, which costs more
/// than all of them.
bool triesRanges(const Recipe &recipe);

/// The places of the best so far by the first half.
std::vector<size_t> bestByFirstHalf(llvm::ArrayRef<Competitor> all, size_t count);

/// Tells whether one that tries ranges may win: by the first half the best of the other calibrators
/// of its scheme is not behind that of another scheme by more than 0.2 dB, and is ahead of a
/// simpler one's by as much and surely (PairedGain::sure).
bool isWithinReach(llvm::ArrayRef<Competitor> simplestFirst, size_t which);

/// Tells whether the one at `which` loses beside the one at `standing` by the first half: its worst
/// output has more tempered noise. Who loses on a part of the samples has no sure gain. If there is
/// one output, it is not chosen, whatever the second half says. If there are several, mean powers
/// of all samples may make another one the worst: it loses only where it does at any powers from
/// half to twice those of the first half; powers beyond these would turn it.
bool losesFirstHalf(llvm::ArrayRef<Competitor> all, size_t which, size_t standing);

/// Returns those that the first half leaves a chance beside the one at `standing`, which is one of
/// them; nobody where that stands alone. All are left where fewer than 16 samples judged, or time
/// ended before that one was judged.
std::vector<size_t> whoMayWin(llvm::ArrayRef<Competitor> all, llvm::ArrayRef<size_t> those,
                              size_t standing);

/// Chooses among those that all samples judged; where time ended, among those that the first half
/// did. The one at `standing` stays unless another one has a sure gain over it: where the second
/// half was asked about nobody, none has. Those that the first half alone judged follow in
/// Chosen::others.
Chosen chosenOf(llvm::ArrayRef<Competitor> simplestFirst, size_t standing, bool isCutShort);

} // namespace qopt::run

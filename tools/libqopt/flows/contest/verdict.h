// Which of several settings is chosen by what their outputs are.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt::run {

/// In dB: a setting of measured ranges that gains no more than this replaces no simpler one.
inline constexpr double leastGain = 0.2;

/// A setting, and the noise of its outputs on samples that it has not seen.
struct Trial {
  bool isDynamic = false; // its ranges are
  SampleNoise noise;
  /// So many of the samples, the first ones, judged what the others calibrated, and these judged
  /// what the first ones did. 0, or all: nothing was parted.
  size_t firstPart = 0;
};

/// The place of the best: by the SQNR of the worst output; of those within 0.05 dB by the mean of
/// all outputs, of equal ones the first.
size_t bestOf(llvm::ArrayRef<Trial> trials);

/// Why a setting does not replace another one, the first that holds.
enum class Doubt {
  None,
  LittleGain, // it is not 0.2 dB better
  Chance,     // samples differ too much among themselves
  FewGain,    // most of the samples lose
  OnePart,    // one of the two parts loses, whose samples others calibrated
  Simpler,    // it does, but so does a simpler one, than which it is not 0.2 dB better
};

struct Verdict {
  size_t chosen = 0, best = 0; // places
  /// Why the best is not chosen; None where it is.
  Doubt doubt = Doubt::None;
  /// Of Chance the samples without which nothing is left of the gain (samplesThatCarry), of FewGain
  /// those that lose.
  size_t samples = 0;
};

/// Of settings that were judged by the same samples, the simplest first, the one that stands stays
/// unless another one is better by more than 0.2 dB, surely (PairedGain::chance at 5 %, by Holm's
/// method corrected for `challengers`, of which those that are not among the trials count as
/// likely), on the median sample no worse, and better in both parts. Of those that are, it is the
/// simplest that the best of them is not 0.2 dB better than. Where dynamic ranges are beside
/// measured ones, they have to be 0.5 dB better, for they leave float what lies between products.
Verdict verdictOf(llvm::ArrayRef<Trial> simplestFirst, size_t standing, size_t challengers);

} // namespace qopt::run

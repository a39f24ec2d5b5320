// Which of several settings is chosen by what their outputs are.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt::run {

/// A setting, and the noise of its outputs on samples that it has not seen.
struct Trial {
  bool isDynamic = false; // its ranges are
  SampleNoise noise;
};

/// The place of the best: by the SQNR of the worst output; of those within 0.05 dB by the mean of
/// all outputs, of equal ones the first.
size_t bestOf(llvm::ArrayRef<Trial> trials);

/// The place of the setting that is chosen of those that competed on the same samples, the simplest
/// first: the simplest one that the best is not better than by more than samples differ
/// (isSurelyLess) and by more than 0.2 dB; 0.5 dB where the best has dynamic ranges and the other
/// has not, for these leave float what lies between products.
size_t verdictOf(llvm::ArrayRef<Trial> simplestFirst);

} // namespace qopt::run

// Settings compete on samples that calibrate, parted in two: each half calibrates and repairs, and
// the other one judges, in turn.
#pragma once

#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

struct Chosen {
  Contest contest;
  /// The recipe is settled, and the one that is chosen. The others competed: those that all samples
  /// judged come first, then those that the first half alone did, each kind the best first.
  Recipe recipe;
  std::vector<Recipe> others;
};

/// Settles what the quantizer's recipe leaves open, judging the outputs `outputNames`; none: all.
/// The float network is there. Nothing is written, and nothing is told but the steps. Only the
/// samples of `options` count; `deadline` says when time ends.
qrt::Expected<Chosen> chooseSetting(const Quantizer &quantizer, const ContestOptions &options,
                                    llvm::ArrayRef<std::string> outputNames,
                                    const Deadline &deadline);

} // namespace qopt::run

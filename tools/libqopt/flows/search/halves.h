// Samples that are there to judge are parted: some choose among networks, the others judge what was
// chosen.
#pragma once

#include "tools/libqopt/flows/eval/loss.h"

namespace qopt::run {

struct Halves {
  EvaluationOptions choosing, judging;
  int64_t choosingSamples = 0, judgingSamples = 0, all = 0;
};

/// Every other sample chooses, from the first on. One sample alone does both, with a warning.
/// `network` reads them.
qrt::Expected<Halves> halvesOf(const EvaluationOptions &test, const Loaded &network);

/// The bounds for `part` of `all` samples: a number of flips becomes its part, rounded down, all
/// else holds as it is.
Gates gatesFor(const Gates &gates, int64_t part, int64_t all);

} // namespace qopt::run

// Pairs of convolutions that the host computes row by row, as one call
// (docs/decisions/runtime/fused-convolutions.md).
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Fuses pairs of convolutions, in calls that are complete but for the memory plan, whose second
/// alone reads what the first writes, if the value between them is large enough to leave a core's
/// cache or the pair costs no memory.
void computeRowsTogether(qrt::Program &calls);

} // namespace qopt

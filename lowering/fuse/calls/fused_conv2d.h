// Pairs of convolutions that the host computes row by row, as one call
// (docs/decisions/runtime/fused-convolutions.md).
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Of calls that are complete but for the memory plan: those pairs become one whose second alone
/// reads what the first writes, where what lies between is large enough to leave a core's cache.
void computeRowsTogether(qrt::Program &calls);

} // namespace qopt

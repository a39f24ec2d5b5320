// Two programs of one network with other weights may stand for each other while
// callers hold on to a model.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Ports, buffers with their places, nodes with their edges, and which kernels run them are alike:
/// constants, numbers within calls and the kernels' texts may be others. Else an error that names
/// the first layer that is another, and says what of it.
Status checkSamePlan(const Program &from, const Program &to);

} // namespace qrt

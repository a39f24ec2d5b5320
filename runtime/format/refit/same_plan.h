// Two programs of one network with other weights may stand for each other while
// callers hold on to a model.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Checks that two programs have the same plan: ports, buffers with their places, nodes with their
/// edges, the sizes, windows and strides of each computation, and the kernels that run it.
/// Constants' values may differ, and all that follows from them: scalar programs, zero points and
/// numbers in kernels' texts. An error names the first layer that differs and the difference.
Status checkSamePlan(const Program &from, const Program &to);

} // namespace qrt

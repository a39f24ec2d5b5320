// Two programs of one network with other weights may stand for each other while
// callers hold on to a model.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// Ports, buffers with their places, nodes with their edges, sizes, windows and strides of what
/// each computes, and which kernels run it are alike. Values of constants may be others, and all
/// that follows from values: scalar programs, zero points and numbers in kernels' texts. Else an
/// error that names the first layer that is another, and says what of it.
Status checkSamePlan(const Program &from, const Program &to);

} // namespace qrt

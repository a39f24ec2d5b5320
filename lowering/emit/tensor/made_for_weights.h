// Some kernels' texts are made for the values of the weights that they read; this tells which.
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Steps are packed as far as bounds of the weights' sums say that they fit (TensorForm): other
/// weights may want another text. What is computed of weights and read beside them is told by the
/// launch's constants, not here.
bool isMadeForWeights(const qrt::KernelSource &kernel);

} // namespace qopt

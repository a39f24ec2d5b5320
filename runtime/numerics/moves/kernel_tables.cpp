// The tables of this folder's hot loops.
#include "runtime/numerics/moves/interleave_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(InterleaveKernels, interleaveKernels, QRT_ISA_FILL(fillInterleave))

} // namespace qrt

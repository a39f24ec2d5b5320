// The tables of this folder's hot loops.
#include "runtime/numerics/windows/depthwise/depthwise_kernels.h"
#include "runtime/numerics/windows/fold_kernels.h"
#include "runtime/numerics/windows/tap_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(TapKernels, tapKernels, QRT_ISA_FILL(fillTaps))
QRT_DEFINE_ISA_TABLE(FoldKernels, foldKernels, QRT_ISA_FILL(fillFolds))
QRT_DEFINE_ISA_TABLE(DepthwiseKernels, depthwiseKernels, QRT_ISA_FILL(fillDepthwise),
                     QRT_ISA_FILL(fillDepthwiseBytes), QRT_ISA_FILL_OF_BYTES(fillDepthwiseQuads))

} // namespace qrt

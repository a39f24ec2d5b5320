// The tables of this folder's hot loops.
#include "runtime/numerics/matmul/gemm_kernels.h"
#include "runtime/numerics/matmul/stage_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(GemmKernels, gemmKernels, QRT_ISA_FILL(fillGemmFloat),
                     QRT_ISA_FILL_OF_BYTES(fillGemmInteger))
QRT_DEFINE_ISA_TABLE(StageKernels, stageKernels, QRT_ISA_FILL(fillStages))

} // namespace qrt

// The tables of this folder's hot loops.
#include "runtime/numerics/matmul/gemm_kernels.h"
#include "runtime/numerics/matmul/stage_kernels.h"

namespace qrt {

const GemmKernels &gemmKernels(Isa isa) {
  static IsaTable<GemmKernels> table{QRT_ISA_FILL(fillGemmFloat),
                                     QRT_ISA_FILL_OF_BYTES(fillGemmInteger)};
  return table.of(isa);
}

const StageKernels &stageKernels(Isa isa) {
  static IsaTable<StageKernels> table{QRT_ISA_FILL(fillStages)};
  return table.of(isa);
}

} // namespace qrt

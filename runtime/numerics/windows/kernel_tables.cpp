// The tables of this folder's hot loops.
#include "runtime/numerics/windows/depthwise_kernels.h"
#include "runtime/numerics/windows/fold_kernels.h"
#include "runtime/numerics/windows/tap_kernels.h"
#include "runtime/numerics/windows/winograd/winograd_kernels.h"

namespace qrt {

const TapKernels &tapKernels(Isa isa) {
  static IsaTable<TapKernels> table{QRT_ISA_FILL(fillTaps)};
  return table.of(isa);
}

const FoldKernels &foldKernels(Isa isa) {
  static IsaTable<FoldKernels> table{QRT_ISA_FILL(fillFolds)};
  return table.of(isa);
}

const DepthwiseKernels &depthwiseKernels(Isa isa) {
  static IsaTable<DepthwiseKernels> table{QRT_ISA_FILL(fillDepthwise),
                                          QRT_ISA_FILL_OF_BYTES(fillDepthwiseQuads)};
  return table.of(isa);
}

const WinogradKernels &winogradKernels(Isa isa) {
  static IsaTable<WinogradKernels> table{QRT_ISA_FILL(fillWinograd)};
  return table.of(isa);
}

} // namespace qrt

// The tables of this folder's hot loops.
#include "runtime/numerics/elementwise/lane_kernels.h"
#include "runtime/numerics/elementwise/register_kernels.h"
#include "runtime/numerics/elementwise/translate_kernels.h"

namespace qrt {

const LaneKernels &laneKernels(Isa isa) {
  static IsaTable<LaneKernels> table{QRT_ISA_FILL(fillLanes)};
  return table.of(isa);
}

const RegisterKernels &registerKernels(Isa isa) {
  static IsaTable<RegisterKernels> table{QRT_ISA_FILL(fillRegisterTiles)};
  return table.of(isa);
}

const TranslateKernels &translateKernels(Isa isa) {
  static IsaTable<TranslateKernels> table{QRT_ISA_FILL(fillTranslate)};
  return table.of(isa);
}

} // namespace qrt

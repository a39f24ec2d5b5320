// The tables of this folder's hot loops.
#include "runtime/numerics/moves/interleave_kernels.h"

namespace qrt {

const InterleaveKernels &interleaveKernels(Isa isa) {
  static IsaTable<InterleaveKernels> table{QRT_ISA_FILL(fillInterleave)};
  return table.of(isa);
}

} // namespace qrt

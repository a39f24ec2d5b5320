// A scalar program at each point of a walk.
#pragma once

#include "runtime/numerics/elementwise/epilogue.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/walk.h"

#include <cstdint>
#include <span>

namespace qrt {

struct ElementwiseOperand {
  const void *data;
  StridedAccess access;
};
/// The operands of an elementwise program. Tensor inputs follow the walk, Indexed ones have a
/// coordinate for each stride of their access, and `sizes` are those at the run's batch.
struct ElementwiseOperands {
  std::span<const ElementwiseOperand> tensors = {}, indexed = {};
  std::span<const int64_t> sizes = {};
  const BlockProgram *prepared = nullptr; // the program, for this call's instruction set
};

/// Runs the program at each point of the walk (sizes[0] already scaled for the batch) and stores
/// its result through `output`. Its coordinates are the walk's; the last dimension is the fastest.
/// Fails if a guard met an index outside (indexFault); the result is complete anyway.
Status elementwise(const Execution &, const StridedWalk &, const ScalarProgram &program,
                   const ElementwiseOperands &operands, const StridedAccess &output,
                   void *outputData);

} // namespace qrt

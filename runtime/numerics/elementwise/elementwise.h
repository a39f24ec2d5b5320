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
/// What an elementwise program reads: Tensor inputs through the walk, Indexed ones at a coordinate
/// for each stride of their access, sizes at this batch.
struct ElementwiseOperands {
  std::span<const ElementwiseOperand> tensors = {}, indexed = {};
  std::span<const int64_t> sizes = {};
  const BlockProgram *prepared = nullptr; // the program, for this call's instruction set
};

/// For each point of the walk (sizes[0] already scaled for the batch): the
/// program, its coordinates those of the walk, stored through `output`. The fastest dimension is
/// the last. Fails where a guard met an index outside (indexFault); the result is complete anyway.
Status elementwise(const Execution &, const StridedWalk &, const ScalarProgram &program,
                   const ElementwiseOperands &operands, const StridedAccess &output,
                   void *outputData);

} // namespace qrt

// These functions say where the samples of a batch lie in a value, and where operations that move
// elements take them.
#pragma once

#include "ir/types/dims.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace qopt::nn {

/// The one dimension of a value that grows: its size is scale·N, N the batch, so that a sample has
/// `scale` rows of it.
struct SampleDim {
  int64_t dim = 0, scale = 1;
};
/// Returns none if no dimension grows, several do, or one grows otherwise.
std::optional<SampleDim> sampleDimOf(mlir::Value value);

/// The dimension of the results along which the samples of operand `operand`, which lie as `of`
/// says, are moved one by one, all alike; none where they are not, and of operations that do not
/// only move elements (nn.gather's indices count as moved).
std::optional<int64_t> movedSamples(mlir::Operation *op, unsigned operand, SampleDim of);

} // namespace qopt::nn

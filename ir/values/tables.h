// Constants of indices.
#pragma once

#include "ir/types/dims.h"

#include "mlir/IR/Value.h"

namespace qopt::nn {

/// Returns whether the indices are a constant and all lie in [0, size).
bool isTableOf(mlir::Value indices, const Dim &size);
/// Returns whether such a constant also names each element exactly once.
bool isPermutationOf(mlir::Value indices, const Dim &size);

} // namespace qopt::nn

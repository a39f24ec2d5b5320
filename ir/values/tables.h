// Constants of indices.
#pragma once

#include "ir/types/dims.h"

#include "mlir/IR/Value.h"

namespace qopt::nn {

/// A constant whose every index lies inside a dimension of `size` elements, counted from its
/// beginning.
bool isTableOf(mlir::Value indices, const Dim &size);
/// Such a one that names each element once.
bool isPermutationOf(mlir::Value indices, const Dim &size);

} // namespace qopt::nn

// Operations on constants alone, and the constants that may stand in their places.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/Operation.h"

#include <optional>
#include <vector>

namespace qopt::nn {

/// Returns the values of an operation's operands; none where one of them is no constant.
std::optional<llvm::SmallVector<qrt::Tensor>> constantOperands(mlir::Operation *op);

/// Returns the bytes of values of these types together; none where a size is open, or no loop
/// handles an element type.
std::optional<int64_t> bytesOf(mlir::TypeRange types);

/// Replaces an operation by constants of these values, one for each result, under its name.
void replaceByConstants(mlir::Operation *op, const std::vector<qrt::Tensor> &values);

} // namespace qopt::nn

// Layers of gates make one vector of a sample, as squeeze and excite does, by which a larger value
// is multiplied. They have next to no multiply-adds, and their rounding is in all of that value.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qopt::run {

/// Returns those of `layers` that use each of their weights once in a sample, and behind whom
/// functions and layers of their results alone lead to a product with a larger value. Samples lie
/// along the first dimension; the other sizes are known, or the layer is none.
std::vector<std::string> gateLayers(mlir::ModuleOp floats, llvm::ArrayRef<std::string> layers);

} // namespace qopt::run

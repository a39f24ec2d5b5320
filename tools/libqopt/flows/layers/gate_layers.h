// Layers of gates: they make one vector of a sample, as squeeze and excite does, which a larger
// value is multiplied by. They have next to no multiply-adds, and what they round is in all of it.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qopt::run {

/// Those of `layers` that use each of their weights once in a sample, and behind whom functions and
/// layers of their results alone lead to a product with a larger value. Samples lie along the first
/// dimension; sizes are those of the samples, or the layer is none.
std::vector<std::string> gateLayers(mlir::ModuleOp floats, llvm::ArrayRef<std::string> layers);

} // namespace qopt::run

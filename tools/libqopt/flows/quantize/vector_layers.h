// Layers that make one vector of a sample, as those of squeeze-and-excite gates do: they have next
// to no multiply-adds, and what they round is in all that their vectors are multiplied by.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qopt::run {

/// Those of `layers` that use each of their weights once in a sample; samples lie along the first
/// dimension. Of sizes that are open nobody knows.
std::vector<std::string> vectorLayers(mlir::ModuleOp floats, llvm::ArrayRef<std::string> layers);

} // namespace qopt::run

// Blocks of a network: layers between two joins, which are left float together.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qopt::run {

/// It names layers that are left float together.
using LayerGroup = std::vector<std::string>;

/// `layers` by block, in their order. A block ends where one value alone leads on: a residual or an
/// inverted bottleneck with its join is one, and each layer of a chain.
std::vector<LayerGroup> blocksOf(mlir::ModuleOp floats, llvm::ArrayRef<std::string> layers);

} // namespace qopt::run

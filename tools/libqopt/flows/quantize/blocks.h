// Blocks of a network: layers between two joins, which are left float together.
#pragma once

#include "tools/libqopt/flows/quantize/float_layers.h"

namespace qopt::run {

/// `layers` by block, in their order. A block ends where one value alone leads on: a residual or an
/// inverted bottleneck with its join is one, and each layer of a chain.
std::vector<LayerGroup> blocksOf(mlir::ModuleOp floats, llvm::ArrayRef<std::string> layers);

} // namespace qopt::run

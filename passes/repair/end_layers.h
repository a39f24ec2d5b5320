// The layers at both ends of a network, which few bits cost most.
#pragma once

#include "passes/repair/seed_layer.h"

namespace qopt {

/// Layers with constant float weights that no other such layer is before, and those that none is
/// behind, by name, in the order of computation.
std::vector<std::string> endLayers(mlir::func::FuncOp function);

} // namespace qopt

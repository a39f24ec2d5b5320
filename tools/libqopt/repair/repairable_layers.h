// Finds the layers of a network that a repair works on.
#pragma once

#include "passes/repair/rescale.h"
#include "tools/libqopt/repairer.h"

#include "llvm/ADT/DenseSet.h"

namespace qopt {

/// They are told by their operations: repairs may give a layer another name.
struct RepairableLayers {
  LayerSet layers;
  llvm::DenseSet<mlir::Operation *> wide; // whose weights have 8 bits
};

/// Returns the layers that the options name, or all. Fails where the network is quantized, where a
/// batch norm is not folded, and for a name that no layer with constant float weights has.
qrt::Expected<RepairableLayers> repairableLayers(mlir::func::FuncOp entry,
                                                 const RepairerOptions &options);

} // namespace qopt

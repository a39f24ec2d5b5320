// Layers in the order in which they can be rounded one after the other.
#pragma once

#include "tools/libqopt/repair/repair_plan.h"

namespace qopt {

/// Layers that read nothing which one of them, or of a later stage, makes.
struct Stage {
  /// They have rows in pairs where a layer of an earlier stage is behind what they read, and in
  /// sums where their result is added to a value of earlier stages and such sums fit.
  std::vector<SummedLayers> layers;
  /// These values are there before the stage, and it or a later one reads them; those that its
  /// layers read are among them.
  std::vector<mlir::Value> read;
};

/// All stages of the network, the sums of each within the budget or of layers that read alike.
/// They point into `layers`; `tooWide` gets those that are in none.
std::vector<Stage> stagesOf(mlir::func::FuncOp entry, const LayerSet &layers,
                            const MemoryBudget &budget, std::vector<std::string> &tooWide);

} // namespace qopt

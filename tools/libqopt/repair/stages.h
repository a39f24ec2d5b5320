// Layers in the order in which they can be rounded one after the other.
#pragma once

#include "passes/repair/moments.h"
#include "tools/libqopt/repair/repair_plan.h"

namespace qopt {

/// Layers that read nothing which one of them, or of a later stage, makes.
struct Stage {
  std::vector<AlikeLayers> layers;
  /// Of each of them: pairs where a layer of an earlier stage is behind what it reads, in sums
  /// where its result is added to a value of earlier stages.
  std::vector<Rows> rows = {};
  std::vector<mlir::Value> besides = {}; // those values, or null
  /// What is there before the stage and read in it or behind it: what its layers read is among it.
  std::vector<mlir::Value> read;
};

/// All stages of the network, the sums of each within the budget or of layers that read alike.
/// They point into `layers`; `tooWide` gets those that are in none.
std::vector<Stage> stagesOf(mlir::func::FuncOp entry, const LayerSet &layers,
                            const MemoryBudget &budget, std::vector<std::string> &tooWide);

} // namespace qopt

// Layers in the order in which they can be rounded one after the other.
#pragma once

#include "tools/libqopt/repair/repair_plan.h"

namespace qopt {

/// Layers that read nothing which one of them, or of a later stage, makes.
struct Stage {
  std::vector<AlikeLayers> layers;
  /// What is there before the stage and read in it or behind it: what its layers read is among it.
  std::vector<mlir::Value> read;
};

/// All stages of the network. They point into `layers`.
std::vector<Stage> stagesOf(mlir::func::FuncOp entry, const LayerSet &layers,
                            std::vector<std::string> &tooWide);

} // namespace qopt

// Plans in which pass over the samples each layer's sums are taken, within a budget of memory.
#pragma once

#include "passes/repair/moments.h"
#include "passes/repair/rescale.h"
#include "tools/libqopt/memory_budget.h"

namespace qopt {

/// Layers that multiply the same rows, of which one sum tells.
using AlikeLayers = std::vector<const SeedLayer *>;

/// Layers that can be measured, in the order of computation; `tooWide` gets the others.
std::vector<AlikeLayers> alikeLayers(const LayerSet &layers, std::vector<std::string> &tooWide);

/// Layers of a pass whose sums are one.
struct SummedLayers {
  AlikeLayers layers;
  Rows rows = Rows::Alone;
  mlir::Value beside = {}; // that the layer's result is added to, of rows in sums; else null
};

struct RepairPlan {
  std::vector<std::vector<SummedLayers>> passes;
  /// Names of layers whose sums would take too much memory and time.
  std::vector<std::string> tooWide;
};

/// Sums of a pass, and what its layers read of one sample, each within the budget. The plan points
/// into `layers`.
RepairPlan planRepair(const LayerSet &layers, const MemoryBudget &budget);

} // namespace qopt

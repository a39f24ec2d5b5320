// Which layers' sums are taken in which pass over the samples, within a budget of memory.
#pragma once

#include "passes/repair/rescale.h"
#include "tools/libqopt/memory_budget.h"

namespace qopt {

/// Layers that multiply the same rows, of which one sum tells.
using AlikeLayers = std::vector<const SeedLayer *>;

struct RepairPlan {
  std::vector<std::vector<AlikeLayers>> passes;
  /// By name: their sums would take too much memory and time.
  std::vector<std::string> tooWide;
};

/// Sums of a pass, and what its layers read of one sample, each within the budget. The plan points
/// into `layers`.
RepairPlan planRepair(const LayerSet &layers, const MemoryBudget &budget);

} // namespace qopt

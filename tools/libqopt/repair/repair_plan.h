// Which layers' sums are taken in which pass over the samples, within a budget of memory.
#pragma once

#include "passes/repair/rescale.h"

namespace qopt {

/// Layers that multiply the same rows, of which one sum tells.
using AlikeLayers = std::vector<const SeedLayer *>;

struct RepairPlan {
  std::vector<std::vector<AlikeLayers>> passes;
  /// By name: their sums would take too much memory and time.
  std::vector<std::string> tooWide;
};

/// The plan for runs of `batch` samples. It points into `layers`.
RepairPlan planRepair(const LayerSet &layers, int64_t batch);

} // namespace qopt

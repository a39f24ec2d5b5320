#include "tools/libqopt/repair/repair_plan.h"

#include "tools/libqopt/repair/measured_inputs.h"

using namespace mlir;

namespace qopt {

// The sums of one layer: some 5,600 weights a channel.
constexpr int64_t bytesOfLayer = int64_t(256) << 20;

std::vector<AlikeLayers> alikeLayers(const LayerSet &layers, std::vector<std::string> &tooWide) {
  std::vector<AlikeLayers> alike;
  llvm::DenseMap<Value, SmallVector<size_t, 1>> readers; // of a value, by their places in `alike`
  for (const SeedLayer &layer : layers.all()) {
    if (MomentSums::bytes(layer) > bytesOfLayer) {
      tooWide.push_back(layer.name());
      continue;
    }
    SmallVector<size_t, 1> &others = readers[layer.input()];
    auto same = [&](size_t other) { return readsAlike(*alike[other].front(), layer); };
    if (auto known = llvm::find_if(others, same); known != others.end()) {
      alike[*known].push_back(&layer);
      continue;
    }
    others.push_back(alike.size());
    alike.push_back({&layer});
  }
  return alike;
}

RepairPlan planRepair(const LayerSet &layers, const MemoryBudget &budget) {
  RepairPlan plan;
  int64_t sums = 0, read = 0;
  for (AlikeLayers &alike : alikeLayers(layers, plan.tooWide)) {
    const SeedLayer &first = *alike.front();
    const int64_t ownSums = MomentSums::bytes(first);
    const int64_t ownRead = MeasuredInputs::bytes(first.input(), 1);
    if (plan.passes.empty() || sums + ownSums > budget.sums || read + ownRead > budget.run) {
      plan.passes.emplace_back();
      sums = read = 0;
    }
    plan.passes.back().push_back({.layers = std::move(alike)});
    sums += ownSums, read += ownRead;
  }
  return plan;
}

} // namespace qopt

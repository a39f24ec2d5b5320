#include "tools/libqopt/repair/stages.h"

#include "ir/ops.h"
#include "tools/libqopt/repair/layer_sums.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qopt {
namespace {

/// Tells for each value how many stages compute it.
class Depths {
public:
  Depths(func::FuncOp entry, const llvm::DenseMap<Operation *, int64_t> &isMeasured) {
    for (Operation &op : entry.front().without_terminator()) {
      if (isa<nn::ConstantOp>(op))
        continue;
      int64_t depth = 0;
      for (Value operand : op.getOperands())
        depth = std::max(depth, of(operand));
      if (isMeasured.contains(&op))
        depth = std::max(depth, of(op.getOperand(0)) + 1);
      for (Value result : op.getResults())
        depths[result] = depth;
    }
  }
  int64_t of(Value value) const { return depths.lookup(value); }
  int64_t of(Operation *op) const { return op->getNumResults() ? of(op->getResult(0)) : 0; }

private:
  llvm::DenseMap<Value, int64_t> depths; // arguments and constants have 0
};

/// Returns the values of fewer stages than `stage` that an operation of it or of a later one reads.
std::vector<Value> readFrom(func::FuncOp entry, const Depths &depths, int64_t stage) {
  llvm::SetVector<Value> values;
  for (Operation &op : entry.front().without_terminator())
    if (depths.of(&op) >= stage)
      for (Value operand : op.getOperands())
        if (!operand.getDefiningOp<nn::ConstantOp>() && depths.of(operand) < stage)
          values.insert(operand);
  return {values.begin(), values.end()};
}

/// Returns the value that the layer's result is added to, where the sum alone reads the result;
/// null where that value is a constant or of another type.
Value besideOf(const SeedLayer &layer) {
  Value result = layer.op->getResult(0);
  auto sum = result.hasOneUse() ? dyn_cast<nn::AddOp>(*result.user_begin()) : nn::AddOp();
  if (!sum || layer.hasResidual())
    return {};
  Value other = sum.getOperand(sum.getOperand(0) == result ? 1 : 0);
  const bool isLike = other.getType() == result.getType();
  return isLike && !other.getDefiningOp<nn::ConstantOp>() ? other : Value();
}

/// Returns the layers with the rows that they have behind `depth` stages.
SummedLayers summed(AlikeLayers layers, const Depths &depths, int64_t depth) {
  if (depth == 0)
    return {.layers = std::move(layers)};
  Value beside = layers.size() == 1 ? besideOf(*layers.front()) : Value();
  const bool changesLater = beside && depths.of(beside) > depth;
  if (beside && !changesLater &&
      LayerSums::rowsThatFit(layers, Rows::PairsInSums) == Rows::PairsInSums)
    return {std::move(layers), Rows::PairsInSums, beside};
  return {std::move(layers), Rows::Pairs};
}

/// Layers that could share a stage, in as many as their sums need.
void appendStages(std::vector<SummedLayers> layers, const std::vector<Value> &read,
                  const MemoryBudget &budget, std::vector<Stage> &stages) {
  int64_t sums = 0;
  for (SummedLayers &one : layers) {
    const int64_t own = LayerSums::bytes(one);
    if (sums == 0 || sums + own > budget.sums)
      stages.push_back({.layers = {}, .read = read}), sums = 0;
    stages.back().layers.push_back(std::move(one));
    sums += own;
  }
}

} // namespace

std::vector<Stage> stagesOf(func::FuncOp entry, const LayerSet &layers, const MemoryBudget &budget,
                            std::vector<std::string> &tooWide) {
  std::vector<AlikeLayers> all = alikeLayers(layers, tooWide);
  llvm::DenseMap<Operation *, int64_t> measured;
  for (const AlikeLayers &alike : all)
    for (const SeedLayer *layer : alike)
      measured[layer->op] = 1;
  const Depths depths(entry, measured);
  std::vector<std::vector<SummedLayers>> byDepth;
  for (AlikeLayers &alike : all) {
    const auto before = size_t(depths.of(alike.front()->input()));
    byDepth.resize(std::max(byDepth.size(), before + 1));
    byDepth[before].push_back(summed(std::move(alike), depths, int64_t(before)));
  }
  std::vector<Stage> stages;
  for (size_t i = 0; i < byDepth.size(); ++i)
    appendStages(std::move(byDepth[i]), readFrom(entry, depths, int64_t(i) + 1), budget, stages);
  return stages;
}

} // namespace qopt

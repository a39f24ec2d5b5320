#include "tools/libqopt/repair/stages.h"

#include "ir/ops.h"
#include "tools/libqopt/repair/layer_sums.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qopt {
namespace {

/// Of each value, how many stages are behind it.
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

/// Of values of fewer stages than `stage`, those that one of it or a later one reads.
std::vector<Value> readFrom(func::FuncOp entry, const Depths &depths, int64_t stage) {
  llvm::SetVector<Value> values;
  for (Operation &op : entry.front().without_terminator())
    if (depths.of(&op) >= stage)
      for (Value operand : op.getOperands())
        if (!operand.getDefiningOp<nn::ConstantOp>() && depths.of(operand) < stage)
          values.insert(operand);
  return {values.begin(), values.end()};
}

/// What the layer's result is added to and nothing else reads, where it is no constant.
Value besideOf(const SeedLayer &layer) {
  Value result = layer.op->getResult(0);
  auto sum = result.hasOneUse() ? dyn_cast<nn::AddOp>(*result.user_begin()) : nn::AddOp();
  if (!sum || layer.hasResidual())
    return {};
  Value other = sum.getOperand(sum.getOperand(0) == result ? 1 : 0);
  const bool isLike = other.getType() == result.getType();
  return isLike && !other.getDefiningOp<nn::ConstantOp>() ? other : Value();
}

/// Layers that could share a stage, the `number`-th one, in as many as their sums need.
void appendStages(std::vector<AlikeLayers> layers, const Depths &depths, int64_t number,
                  const std::vector<Value> &read, const MemoryBudget &budget,
                  std::vector<Stage> &stages) {
  int64_t sums = 0;
  for (AlikeLayers &alike : layers) {
    Value beside = number > 0 && alike.size() == 1 ? besideOf(*alike.front()) : Value();
    if (beside && depths.of(beside) > number) // it will change later
      beside = {};
    const Rows rows = number == 0 ? Rows::Alone : beside ? Rows::PairsInSums : Rows::Pairs;
    const int64_t own = LayerSums::bytes(alike, rows);
    if (sums == 0 || sums + own > budget.sums)
      stages.push_back({.layers = {}, .read = read}), sums = 0;
    stages.back().layers.push_back(std::move(alike));
    stages.back().rows.push_back(rows);
    stages.back().besides.push_back(beside);
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
  std::vector<std::vector<AlikeLayers>> byDepth;
  for (AlikeLayers &alike : all) {
    const auto before = size_t(depths.of(alike.front()->input()));
    byDepth.resize(std::max(byDepth.size(), before + 1));
    byDepth[before].push_back(std::move(alike));
  }
  std::vector<Stage> stages;
  for (size_t i = 0; i < byDepth.size(); ++i)
    appendStages(std::move(byDepth[i]), depths, int64_t(i), readFrom(entry, depths, int64_t(i) + 1),
                 budget, stages);
  return stages;
}

} // namespace qopt

#include "tools/libqopt/report/measure/weights.h"

#include "ir/ops.h"
#include "ir/ops/zero_points.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "tools/libqopt/flows/numbers/differences.h"

using namespace mlir;

namespace qopt::run {
namespace {

/// Null: the layer has none.
Value weightsOf(Operation *op) {
  Value largest;
  int64_t most = 0;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() < 2 || !isa_and_nonnull<nn::ConstantOp>(operand.getDefiningOp()))
      continue;
    if (!nn::isQuantized(type) && !nn::isFloat(type.getElementType()))
      continue; // indices
    if (type.getNumElements() > most) {
      most = type.getNumElements();
      largest = operand;
    }
  }
  return largest;
}

/// At most so many of the real values, evenly spread; none where no loop reads the constant.
std::vector<double> realWeights(Value weights) {
  constexpr int64_t most = int64_t(1) << 21;
  const std::optional<qrt::Tensor> tensor = nn::constantTensor(weights);
  if (!tensor)
    return {};
  const nn::WeightScales scales =
      nn::isQuantized(weights.getType()) ? nn::weightScales(weights.getType()) : nn::WeightScales{};
  if (nn::isQuantized(weights.getType()) && scales.axis < 0)
    if (auto params = nn::quantParams(weights.getType()))
      return realValues(*tensor, params, 0, most);
  const int64_t all = qrt::elementCount(tensor->shape()), step = std::max<int64_t>(1, all / most);
  int64_t inner = 1; // elements between neighbours along the axis
  for (size_t i = size_t(scales.axis + 1); scales.axis >= 0 && i < tensor->shape().size(); ++i)
    inner *= tensor->shape()[i];
  const std::vector<double> stored = realValues(*tensor, std::nullopt);
  const llvm::SmallVector<int64_t> zeros = nn::zeroPointsOf(weights.getType());
  std::vector<double> reals;
  for (int64_t i = 0; i < all; i += step) {
    const size_t channel = scales.axis < 0 ? 0 : size_t(i / inner) % scales.scales.size();
    reals.push_back(scales.axis < 0 ? stored[size_t(i)]
                                    : scales.scales[channel] *
                                          (stored[size_t(i)] - double(zeros[channel])));
  }
  return reals;
}

llvm::StringMap<Value> weightsByLayer(ModuleOp module) {
  llvm::StringMap<Value> found;
  if (func::FuncOp entry = nn::entryOf(module))
    for (Operation &op : entry.front())
      if (Value weights = weightsOf(&op))
        found.try_emplace(nn::layerName(&op), weights);
  return found;
}

int64_t sizeOf(Value value) { return cast<RankedTensorType>(value.getType()).getNumElements(); }

WeightFacts factsOfWeights(Value drawn, Value before) {
  WeightFacts facts;
  const auto declared = nn::declaredType(drawn.getType());
  facts.type = declared ? qrt::elementTypeName(*declared) : "?";
  facts.shape = nn::toString(nn::symbolicShape(drawn));
  const bool hasSteps = nn::isQuantized(drawn.getType());
  if (hasSteps) {
    const nn::WeightScales scales = nn::weightScales(drawn.getType());
    facts.scales.assign(scales.scales.begin(), scales.scales.end());
  }
  const std::vector<double> now = realWeights(drawn);
  std::vector<double> reals;
  if (!hasSteps)
    reals = now;
  else if (before && !nn::isQuantized(before.getType()))
    reals = realWeights(before);
  facts.distribution = Distribution::over(reals.empty() ? now : reals, nullptr);
  if (!reals.empty())
    facts.distribution.addBefore(reals);
  if (hasSteps)
    facts.distribution.addAfter(now);
  return facts;
}

} // namespace

std::map<std::string, WeightFacts> weightFacts(ModuleOp drawn, ModuleOp floats) {
  const llvm::StringMap<Value> before = weightsByLayer(floats);
  std::map<std::string, WeightFacts> found;
  for (const auto &[layer, weights] : weightsByLayer(drawn)) {
    const Value own = before.lookup(layer);
    const bool fits = own && sizeOf(own) == sizeOf(weights);
    found.emplace(layer.str(), factsOfWeights(weights, fits ? own : Value()));
  }
  return found;
}

} // namespace qopt::run

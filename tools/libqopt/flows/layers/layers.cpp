#include "tools/libqopt/flows/layers/layers.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/quantize/roles.h"

using namespace mlir;

namespace qopt::run {

static std::vector<Operation *> weightedOperations(ModuleOp module) {
  std::vector<Operation *> found;
  nn::entryOf(module).walk([&](nn::QuantizationRuleOpInterface op) {
    if (hasWeights(op))
      found.push_back(op);
  });
  return found;
}

std::vector<std::string> weightedLayers(ModuleOp module) {
  std::vector<std::string> names;
  for (Operation *op : weightedOperations(module))
    names.push_back(nn::layerName(op));
  return names;
}

size_t countIntegerLayers(ModuleOp module) {
  return size_t(llvm::count_if(weightedOperations(module), [](Operation *op) {
    return llvm::any_of(activationsOf(op), [](Value v) { return nn::isQuantized(v.getType()); });
  }));
}

/// Tells whether it multiplies constants by integers without a scale of their own: rules of
/// quantization take such operands as they are.
static bool multipliesPlainIntegers(Operation *op) {
  return op->getNumOperands() > 1 && nn::isPlainInteger(op->getOperand(0).getType()) &&
         llvm::any_of(op->getOperands().drop_front(1), [](Value v) {
           return nn::isPlainInteger(v.getType()) && v.getDefiningOp<nn::ConstantOp>();
         });
}

size_t countDynamicLayers(ModuleOp module) {
  size_t count = 0;
  nn::entryOf(module).walk([&](nn::CostOpInterface op) {
    count += multipliesPlainIntegers(op) && op.cost(1).multiplyAdds > 0;
  });
  return count;
}

bool hasLayer(ModuleOp module, StringRef name) {
  return llvm::any_of(nn::entryOf(module).front(),
                      [&](Operation &op) { return nn::layerName(&op) == name; });
}

MultiplyAdds::MultiplyAdds(ModuleOp module) {
  nn::entryOf(module).walk([&](nn::CostOpInterface op) {
    const int64_t count = op.cost(1).multiplyAdds;
    all += count;
    byLayer[nn::layerName(op)] += count;
  });
}

double MultiplyAdds::percentOf(ArrayRef<std::string> layers) const {
  int64_t those = 0;
  for (const std::string &layer : layers)
    those += byLayer.lookup(layer);
  return all > 0 ? 100.0 * double(those) / double(all) : 0;
}

} // namespace qopt::run

#include "tools/libqopt/flows/layers/gate_layers.h"

#include "ir/ops.h"
#include "passes/repair/seed_layer.h"

using namespace mlir;

namespace qopt::run {

/// Counts the values of one sample; where a size is open it is 0.
static int64_t valuesOfSample(Value value) {
  const ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  int64_t values = 1;
  for (int64_t size : shape.empty() ? shape : shape.drop_front())
    values = ShapedType::isDynamic(size) ? 0 : values * size;
  return values;
}

static bool readsOneValue(Operation *op) {
  return llvm::count_if(op->getOperands(), [](Value operand) {
           return !operand.getDefiningOp<nn::ConstantOp>();
         }) == 1;
}

static bool multipliesLarger(Value vector) {
  for (Operation *user : vector.getUsers()) {
    const bool isLarger = isa<nn::MulOp>(user) && !readsOneValue(user) &&
                          valuesOfSample(user->getResult(0)) > valuesOfSample(vector);
    if (isLarger ||
        (readsOneValue(user) && user->getNumResults() == 1 && multipliesLarger(user->getResult(0))))
      return true;
  }
  return false;
}

std::vector<std::string> gateLayers(ModuleOp floats, llvm::ArrayRef<std::string> layers) {
  std::vector<std::string> found;
  for (const SeedLayer &layer : seedLayersOf(nn::entryOf(floats))) {
    Value result = layer.op->getResult(0);
    if (valuesOfSample(result) == layer.outputs && llvm::is_contained(layers, layer.name()) &&
        multipliesLarger(result))
      found.push_back(layer.name());
  }
  return found;
}

} // namespace qopt::run

#include "tools/libqopt/flows/quantize/vector_layers.h"

#include "ir/ops.h"
#include "passes/repair/seed_layer.h"

using namespace mlir;

namespace qopt::run {

static bool makesVector(const SeedLayer &layer) {
  const ArrayRef<int64_t> shape =
      cast<RankedTensorType>(layer.op->getResult(0).getType()).getShape();
  int64_t values = 1;
  for (int64_t size : shape.drop_front())
    values = ShapedType::isDynamic(size) ? 0 : values * size;
  return values == layer.outputs;
}

std::vector<std::string> vectorLayers(ModuleOp floats, llvm::ArrayRef<std::string> layers) {
  std::vector<std::string> found;
  for (const SeedLayer &layer : seedLayersOf(nn::entryOf(floats)))
    if (makesVector(layer) && llvm::is_contained(layers, layer.name()))
      found.push_back(layer.name());
  return found;
}

} // namespace qopt::run

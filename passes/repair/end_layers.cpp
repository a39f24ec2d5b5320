#include "passes/repair/end_layers.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace qopt {

// The function's operations that one of `layers` is before: a value is behind what it reads.
static llvm::DenseSet<Operation *> behind(func::FuncOp function, ArrayRef<SeedLayer> layers) {
  llvm::DenseSet<Operation *> are, found;
  for (const SeedLayer &layer : layers)
    are.insert(layer.op);
  for (Operation &op : function.front())
    if (llvm::any_of(op.getOperands(), [&](Value operand) {
          Operation *maker = operand.getDefiningOp();
          return maker && (are.contains(maker) || found.contains(maker));
        }))
      found.insert(&op);
  return found;
}

static llvm::DenseSet<Operation *> before(func::FuncOp function, ArrayRef<SeedLayer> layers) {
  llvm::DenseSet<Operation *> are, found;
  for (const SeedLayer &layer : layers)
    are.insert(layer.op);
  for (Operation &op : llvm::reverse(function.front()))
    if (llvm::any_of(op.getUsers(),
                     [&](Operation *user) { return are.contains(user) || found.contains(user); }))
      found.insert(&op);
  return found;
}

std::vector<std::string> endLayers(func::FuncOp function) {
  const std::vector<SeedLayer> layers = seedLayersOf(function);
  const llvm::DenseSet<Operation *> later = behind(function, layers),
                                    earlier = before(function, layers);
  std::vector<std::string> names;
  for (const SeedLayer &layer : layers)
    if (!later.contains(layer.op) || !earlier.contains(layer.op))
      names.push_back(layer.name());
  return names;
}

} // namespace qopt

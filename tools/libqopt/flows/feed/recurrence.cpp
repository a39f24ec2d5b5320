#include "tools/libqopt/flows/feed/recurrence.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace qopt::run {

namespace {
/// Follows one dimension from a value to the recurrent layer that steps along it.
class StepSearch {
public:
  /// Keeps its own list of places: recursion would overflow the stack on a long network.
  Operation *find(Value value, int64_t dim) {
    enqueue(value, dim);
    while (!waiting.empty()) {
      auto [next, along] = waiting.pop_back_val();
      for (OpOperand &use : next.getUses())
        if (Operation *found = follow(use, along))
          return found;
    }
    return nullptr;
  }

private:
  using Place = std::pair<Value, int64_t>;

  void enqueue(Value value, int64_t dim) {
    if (seen.insert({value, dim}).second)
      waiting.push_back({value, dim});
  }

  /// The recurrent layer that `use` reads for; otherwise enqueues where the dimension goes on.
  Operation *follow(OpOperand &use, int64_t dim) {
    Operation *user = use.getOwner();
    const unsigned index = use.getOperandNumber();
    if (isa<nn::RecurrentOpInterface>(user))
      return index == 0 && dim == 0 ? user : nullptr;
    auto inference = dyn_cast<nn::ShapeInferenceOpInterface>(user);
    if (!inference)
      return nullptr;
    // The product before a recurrent layer.
    const bool isLeft = isa<nn::MatmulOp>(user) && index == 0;
    if (std::optional<nn::Rows> rows = inference.rowsOf(index, dim))
      enqueue(user->getResult(0), rows->dim);
    else if (isLeft && dim + 1 < int64_t(nn::symbolicShape(use.get()).size()))
      enqueue(user->getResult(0), dim);
    return nullptr;
  }

  llvm::DenseSet<Place> seen;
  SmallVector<Place> waiting;
};
} // namespace

Operation *recurrentAlong(Value value, int64_t dim) { return StepSearch().find(value, dim); }

qrt::Status checkSampleDimension(ModuleOp module) {
  func::FuncOp entry = nn::entryOf(module);
  for (BlockArgument argument : entry ? entry.getArguments() : llvm::ArrayRef<BlockArgument>()) {
    nn::SymbolicShape shape = nn::symbolicShape(argument);
    if (shape.empty() || shape[0] == nn::staticDim(1))
      continue;
    if (Operation *layer = recurrentAlong(argument, 0))
      return qrt::invalidArgument(
          "layer '" + nn::layerName(layer) + "' steps along dimension 0 of input '" +
          nn::keyOf(argument) + "' of shape " + nn::toString(shape) +
          ", where samples would lie: qopt --samples-first -o NEW.mlirbc moves "
          "an open size of samples to the front, and --insert-quant=mode=dynamic "
          "needs no samples at all");
  }
  return {};
}

} // namespace qopt::run

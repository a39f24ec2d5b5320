#include "tools/qrun/recurrence.h"

#include "ir/ops.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace qopt::run {

namespace {
/// Follows one dimension from a value to the recurrent layer that steps along it.
class StepSearch {
public:
  Operation *find(Value value, int64_t dim) {
    if (!seen.insert({value, dim}).second)
      return nullptr;
    for (OpOperand &use : value.getUses())
      if (Operation *found = findThrough(use, dim))
        return found;
    return nullptr;
  }

private:
  Operation *findThrough(OpOperand &use, int64_t dim) {
    Operation *user = use.getOwner();
    const unsigned index = use.getOperandNumber();
    if (isa<nn::RecurrentOpInterface>(user))
      return index == 0 && dim == 0 ? user : nullptr;
    auto inference = dyn_cast<nn::ShapeInferenceOpInterface>(user);
    if (!inference)
      return nullptr;
    if (std::optional<nn::Rows> rows = inference.rowsOf(index, dim))
      return find(user->getResult(0), rows->dim);
    // The product before a recurrent layer.
    const bool isLeft = isa<nn::MatmulOp>(user) && index == 0;
    return isLeft && dim + 1 < int64_t(nn::symbolicShape(use.get()).size())
               ? find(user->getResult(0), dim)
               : nullptr;
  }

  llvm::DenseSet<std::pair<Value, int64_t>> seen;
};
} // namespace

Operation *recurrentAlong(Value value, int64_t dim) { return StepSearch().find(value, dim); }

} // namespace qopt::run

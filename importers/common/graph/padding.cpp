#include "importers/common/graph/padding.h"

#include "ir/dialect.h"

using namespace mlir;

namespace qopt {

const Padding *Paddings::of(Value value) const {
  auto found = values.find(value);
  return found == values.end() ? nullptr : &found->second;
}

bool Paddings::readsAny(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value operand) { return of(operand) != nullptr; });
}

// Tells whether each operand has as many rows along a dimension of the result as `result` says, or
// surely one; dimensions are aligned at the last.
bool Paddings::haveOneLength(Operation *op, const Padding &result) const {
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    nn::SymbolicShape shape = nn::symbolicShape(operand);
    int64_t dim = result.dim - (rank - int64_t(shape.size()));
    const Padding *own = of(operand);
    if (own && own->dim == dim)
      return own->count == result.count;
    return dim < 0 || shape[dim] == nn::staticDim(1);
  });
}

bool Paddings::follow(Operation *op) {
  if (auto counted = dyn_cast<nn::CountedOpInterface>(op); counted && !readsAny(op)) {
    values[op->getResult(0)] = {counted.countedDim(), op->getResult(1), true};
    return true;
  }
  auto inference = dyn_cast<nn::ShapeInferenceOpInterface>(op);
  std::optional<Padding> result;
  for (OpOperand &operand : op->getOpOperands()) {
    const Padding *padding = of(operand.get());
    if (!padding)
      continue;
    std::optional<nn::Rows> rows =
        inference ? inference.rowsOf(operand.getOperandNumber(), padding->dim) : std::nullopt;
    bool isJoined = rows && rows->use == nn::Rows::Use::Joined;
    bool isAnother = rows && result &&
                     (!isJoined || result->dim != rows->dim || result->count != padding->count);
    if (!rows || isAnother || op->getNumResults() != 1 ||
        (rows->use == nn::Rows::Use::Places && !padding->isMinusOne))
      return false;
    result = {rows->dim, padding->count, padding->isMinusOne && rows->use == nn::Rows::Use::Moved};
    if (isJoined && !haveOneLength(op, *result))
      return false;
  }
  values[op->getResult(0)] = *result;
  return true;
}

} // namespace qopt

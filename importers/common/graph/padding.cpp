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
    bool isFirst = !result; // two of them might differ in length
    if (!rows || !isFirst || op->getNumResults() != 1 ||
        (rows->use == nn::Rows::Use::Places && !padding->isMinusOne))
      return false;
    result = {rows->dim, padding->count, padding->isMinusOne && rows->use == nn::Rows::Use::Moved};
  }
  values[op->getResult(0)] = *result;
  return true;
}

} // namespace qopt

#include "ir/ops/integer_ends.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::nn {

bool computesElements(Operation *op) {
  return isa<ScalarBodyOpInterface>(op) && !isa<AnchorOpInterface>(op) && !isExpandable(op);
}

// A joined row of values keeps each element, too: it unifies what they are quantized by.
bool movesElements(Operation *op) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return rule && !isa<AnchorOpInterface>(op) &&
         (rule.quantizationRule().result == ResultRule::SharesInput || isa<ConcatOp>(op));
}

static bool isSoftmax(Operation *op) { return isa<SoftmaxOp, MaskedSoftmaxOp>(op); }

// As of nn.where, which goes on from one of the others.
static bool isChoice(Value value) { return getElementTypeOrSelf(value.getType()).isInteger(1); }

IntegerEnds::IntegerEnds(func::FuncOp function) {
  for (Operation &op : function.front())
    if (isMadeOfIntegers(&op))
      for (Value result : op.getResults())
        if (isF32(result.getType()))
          coming.insert(result);
  for (Operation &op : llvm::reverse(function.front()))
    for (Value result : op.getResults()) {
      auto makes = [&](Operation *reader) { return makesIntegers(reader, result); };
      const bool isRead = isF32(result.getType()) || isChoice(result);
      if (isRead && !result.use_empty() && llvm::all_of(result.getUsers(), makes))
        becoming.insert(result);
    }
}

bool IntegerEnds::isMadeOfIntegers(Operation *op) const {
  if (isa<DequantizeOp>(op))
    return true;
  if (isSoftmax(op) || isa<ReshapeOp, TransposeOp>(op))
    return comesFromIntegers(op->getOperand(0));
  if (isa<AnchorOpInterface>(op))
    return !isFloat(op->getOperand(0).getType());
  return computesElements(op) && comesFromIntegers(goesOnFrom(op));
}

bool IntegerEnds::makesIntegers(Operation *reader, Value read) const {
  if (isa<QuantizeOp>(reader))
    return true;
  const bool goesOn = isSoftmax(reader)          ? comesFromIntegers(read)
                      : computesElements(reader) ? isChoice(read) || goesOnFrom(reader) == read
                                                 : movesElements(reader);
  auto becomes = [&](Value result) { return becomesIntegers(result); };
  return goesOn && reader->getNumResults() != 0 && llvm::all_of(reader->getResults(), becomes);
}

// The value whose kernel can compute an elementwise operation: the one activation that it reads.
// Beside one that is made of integers others are masks.
Value IntegerEnds::goesOnFrom(Operation *op) const {
  llvm::SmallSetVector<Value, 4> read, integers;
  for (Value operand : op->getOperands()) {
    if (!isF32(operand.getType()) || operand.getDefiningOp<ConstantOp>())
      continue;
    read.insert(operand);
    if (comesFromIntegers(operand))
      integers.insert(operand);
  }
  if (integers.size() == 1)
    return integers.front();
  return read.size() == 1 ? read.front() : Value();
}

bool IntegerEnds::isBetween(Operation *op) const {
  return op->getNumResults() != 0 && llvm::all_of(op->getResults(), [&](Value result) {
           return comesFromIntegers(result) && becomesIntegers(result);
         });
}

} // namespace qopt::nn

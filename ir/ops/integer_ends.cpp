#include "ir/ops/integer_ends.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::nn {

bool computesElements(Operation *op) {
  return isa<ScalarBodyOpInterface>(op) && !isa<AnchorOpInterface>(op) && !isExpandable(op);
}

// A concatenation keeps each element, too: it unifies the quantization parameters of its operands.
bool movesElements(Operation *op) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return rule && !isa<AnchorOpInterface>(op) &&
         (rule.quantizationRule().result == ResultRule::SharesInput || isa<ConcatOp>(op));
}

static bool isSoftmax(Operation *op) {
  return isa<SoftmaxOp, MaskedSoftmaxOp, GuardedSoftmaxOp>(op);
}

// Returns whether the value is a condition, as of nn.where, whose result continues the other
// operands.
static bool isChoice(Value value) { return getElementTypeOrSelf(value.getType()).isInteger(1); }

static bool isActivation(Value value) {
  return isF32(value.getType()) && !value.getDefiningOp<ConstantOp>();
}

IntegerEnds::IntegerEnds(func::FuncOp function) {
  for (Operation &op : function.front())
    if (isMadeOfIntegers(&op))
      for (Value result : op.getResults())
        if (isF32(result.getType()))
          coming.insert(result);
  do
    findEnds(function);
  while (leaveStored(function));
}

void IntegerEnds::findEnds(func::FuncOp function) {
  ends.clear();
  moved.clear();
  for (Operation &op : llvm::reverse(function.front()))
    for (Value result : op.getResults()) {
      if (stored.contains(&op) || (!isF32(result.getType()) && !isChoice(result)))
        continue;
      if (Operation *end = endOf(result))
        ends[result] = end;
      if (isOnlyMoved(result))
        moved.insert(result);
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

// The value whose kernel can compute an elementwise operation: the one activation that it reads.
// Beside one that is made of integers others are masks.
Value IntegerEnds::goesOnFrom(Operation *op) const {
  llvm::SmallSetVector<Value, 4> read, integers;
  for (Value operand : llvm::make_filter_range(op->getOperands(), isActivation)) {
    read.insert(operand);
    if (comesFromIntegers(operand))
      integers.insert(operand);
  }
  if (integers.size() == 1)
    return integers.front();
  return read.size() == 1 ? read.front() : Value();
}

bool IntegerEnds::goesOn(Operation *reader, Value read) const {
  if (isSoftmax(reader))
    return comesFromIntegers(read);
  if (movesElements(reader))
    return comesFromIntegers(read) ||
           llvm::all_of(reader->getResults(), [&](Value result) { return moved.contains(result); });
  return computesElements(reader) && (isChoice(read) || goesOnFrom(reader) == read);
}

Operation *IntegerEnds::endThrough(Operation *reader, Value read) const {
  if (isa<QuantizeOp>(reader))
    return reader;
  if (reader->getNumResults() == 0 || !goesOn(reader, read))
    return nullptr;
  Operation *end = ends.lookup(reader->getResult(0));
  auto endsThere = [&](Value result) { return ends.lookup(result) == end; };
  return llvm::all_of(reader->getResults(), endsThere) ? end : nullptr;
}

// Quantized twice it is stored for both.
Operation *IntegerEnds::endOf(Value value) const {
  Operation *end = nullptr;
  for (Operation *reader : value.getUsers()) {
    Operation *own = endThrough(reader, value);
    if (!own || (end && end != own))
      return nullptr;
    end = own;
  }
  return end;
}

bool IntegerEnds::isOnlyMoved(Value value) const {
  return ends.contains(value) && llvm::all_of(value.getUsers(), [&](Operation *reader) {
           return isa<QuantizeOp>(reader) ||
                  (movesElements(reader) && moved.contains(reader->getResult(0)));
         });
}

// A copy of several values, or of one that others read, too, lies in memory. The function notes
// such copies, and says whether it found one that it did not know.
bool IntegerEnds::leaveStored(func::FuncOp function) {
  llvm::DenseMap<Value, Value> sources; // of what was moved
  const size_t known = stored.size();
  for (Operation &op : function.front()) {
    if (op.getNumResults() == 0 || !movesElements(&op))
      continue;
    llvm::SmallSetVector<Value, 4> from;
    for (Value operand : llvm::make_filter_range(op.getOperands(), isActivation)) {
      auto source = sources.find(operand);
      from.insert(source == sources.end() ? operand : source->second);
    }
    if (from.size() == 1)
      for (Value result : op.getResults())
        sources[result] = from.front();
    const bool isOne = from.size() == 1 && ends.contains(from.front());
    if (!isOne && ends.contains(op.getResult(0)))
      stored.insert(&op);
  }
  return stored.size() > known;
}

bool IntegerEnds::isBetween(Operation *op) const {
  return op->getNumResults() != 0 && llvm::all_of(op->getResults(), [&](Value result) {
           return comesFromIntegers(result) && becomesIntegers(result);
         });
}

} // namespace qopt::nn

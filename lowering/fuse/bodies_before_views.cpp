#include "lowering/fuse/bodies_before_views.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"
#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// The operations between a body and the one that it could join.
struct Chain {
  OpOperand *read = nullptr;      // of the body: all else that it reads is one number each
  Operation *widening = nullptr;  // a cast of halves that the body alone reads
  SmallVector<Operation *> views; // the last one first
  Value made;
};

// Every kernel that writes floats writes these.
bool isWritten(Type type) {
  return isQuantized(type) ? qrt::is8Bit(*storageType(type)) : isF32(type);
}

bool isOneNumber(Value value) {
  std::optional<qrt::Tensor> constant = constantTensor(value);
  return constant && constant->size() == 1;
}

// The one operand that has elements; null where each element is not that one's alone.
OpOperand *elementsOf(Operation *op) {
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  if (!body || !isElementwise(op) || op->getNumResults() != 1 || body.readsCoordinates() ||
      quantizedAxis(op) >= 0 || !isWritten(op->getResult(0).getType()))
    return nullptr;
  OpOperand *elements = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    if (isOneNumber(operand.get()))
      continue;
    if (elements || body.operandAxis(operand.getOperandNumber()) >= 0 ||
        symbolicShape(operand.get()) != symbolicShape(op->getResult(0)))
      return nullptr;
    elements = &operand;
  }
  return elements;
}

// Readers widen halves as they load them: a widening stays. A product of halves took longer with a
// scale than without (docs/performance/cuda.md).
bool isOfHalves(Operation *op) {
  return isa<AnchorOpInterface>(op) &&
         llvm::any_of(op->getOperands(), [](Value operand) { return bool(halfOf(operand)); });
}

std::optional<Chain> chainOf(Operation *op) {
  Chain chain;
  chain.read = halfOf(op->getResult(0)) ? nullptr : elementsOf(op);
  if (!chain.read)
    return std::nullopt;
  Value value = chain.read->get();
  for (Operation *view = value.getDefiningOp();
       isa_and_nonnull<ConversionOpInterface>(view) && !isa<ScalarBodyOpInterface>(view) &&
       value.hasOneUse();
       view = value.getDefiningOp()) {
    chain.views.push_back(view);
    value = view->getOperand(0);
  }
  chain.made = value;
  Operation *maker = value.getDefiningOp();
  if (chain.views.empty() || !isa_and_nonnull<ScalarBodyOpInterface>(maker) || !value.hasOneUse() ||
      isExpandable(maker) || isOfHalves(maker) || maker->getBlock() != op->getBlock())
    return std::nullopt;
  return chain;
}

Type shapedAs(Value shape, Value elements) {
  return tensorType(symbolicShape(shape), getElementTypeOrSelf(elements));
}

void moveBefore(Operation *op, const Chain &chain) {
  Value value = op->getResult(0);
  value.replaceAllUsesWith(chain.views.front()->getResult(0));
  for (Value operand : op->getOperands())
    if (Operation *number = operand.getDefiningOp(); number && isOneNumber(operand))
      number->moveBefore(&number->getBlock()->front());
  op->moveAfter(chain.made.getDefiningOp());
  chain.read->set(chain.made);
  value.setType(shapedAs(chain.made, value));
  chain.views.back()->setOperand(0, value);
  for (Operation *view : chain.views)
    view->getResult(0).setType(shapedAs(view->getResult(0), value));
}

Operation *next(func::FuncOp function) {
  for (Operation &op : function.front().without_terminator())
    if (chainOf(&op))
      return &op;
  return nullptr;
}
} // namespace

OwningOpRef<func::FuncOp> computeBeforeViews(func::FuncOp function) {
  if (!next(function))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  // In order: what stands behind one that moved moves after it.
  for (Operation &op : llvm::make_early_inc_range(copy->front().without_terminator()))
    if (std::optional<Chain> chain = chainOf(&op))
      moveBefore(&op, *chain);
  return copy;
}

} // namespace qopt

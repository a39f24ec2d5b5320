#include "lowering/fuse/bodies_before_views.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "lowering/fuse/moved_places.h"
#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// The views between a body and the one that it could join, and what moves rows by a table.
struct Chain {
  OpOperand *read = nullptr;      // of the body, which reads the views alone there
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

// A parameter of a body, as a norm's of channels, runs along a dimension even where that has one
// element: behind a view the dimension may be another.
bool runsAlong(OpOperand &operand) {
  auto body = cast<ScalarBodyOpInterface>(operand.getOwner());
  return body.operandAxis(operand.getOperandNumber()) >= 0;
}

bool isOfElements(Operation *op) {
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  return body && isElementwise(op) && op->getNumResults() == 1 && !body.readsCoordinates() &&
         quantizedAxis(op) < 0;
}

// Read by the body at the place of its result.
bool isWhole(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return !isOneNumber(operand.get()) && !runsAlong(operand) &&
         symbolicShape(operand.get()) == symbolicShape(op->getResult(0));
}

// Readers widen halves as they load them: a widening stays. A product of halves took longer with a
// scale than without (docs/performance/cuda.md).
bool isOfHalves(Operation *op) {
  return isa<AnchorOpInterface>(op) &&
         llvm::any_of(op->getOperands(), [](Value operand) { return bool(halfOf(operand)); });
}

bool canBeJoined(Operation *maker, Operation *op) {
  return isa_and_nonnull<ScalarBodyOpInterface>(maker) &&
         (isa<AnchorOpInterface>(maker) || !isExpandable(maker)) && !isOfHalves(maker) &&
         maker->getBlock() == op->getBlock();
}

bool onlyMoves(Operation *op) {
  return (isa_and_nonnull<ConversionOpInterface>(op) && !isa<ScalarBodyOpInterface>(op)) ||
         isMovedByTable(op);
}

std::optional<Chain> chainTo(OpOperand &read) {
  Chain chain;
  chain.read = &read;
  Value value = read.get();
  for (Operation *view = value.getDefiningOp(); onlyMoves(view) && value.hasOneUse();
       view = value.getDefiningOp()) {
    chain.views.push_back(view);
    value = view->getOperand(0);
  }
  chain.made = value;
  if (chain.views.empty() || !value.hasOneUse() ||
      !canBeJoined(value.getDefiningOp(), read.getOwner()))
    return std::nullopt;
  return chain;
}

// The product that makes `value`, or that bodies which alone read what is before them lead from to
// it; else null.
MatmulOp productOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isOfElements(op) && op->getNumOperands() > 0) {
    auto from = llvm::find_if(op->getOperands(), [&](Value operand) {
      return operand.hasOneUse() && operand.getDefiningOp() && !operand.getDefiningOp<ConstantOp>();
    });
    if (from == op->getOperands().end())
      return nullptr;
    op = (*from).getDefiningOp();
  }
  return dyn_cast_or_null<MatmulOp>(op);
}

// A product of integers writes halves as it writes floats.
bool isOfIntegers(const std::optional<Chain> &chain) {
  MatmulOp product = chain ? productOf(chain->made) : nullptr;
  return product && isQuantized(product.getA().getType());
}

// All else that the body reads is one number each.
std::optional<Chain> chainOfOne(Operation *op) {
  OpOperand *elements = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    if (isOneNumber(operand.get()) && !runsAlong(operand))
      continue;
    if (elements || !isWhole(operand))
      return std::nullopt;
    elements = &operand;
  }
  std::optional<Chain> chain = elements ? chainTo(*elements) : std::nullopt;
  const Type type = op->getResult(0).getType();
  return isWritten(type) || (isFloatOrHalf(type) && isOfIntegers(chain)) ? chain : std::nullopt;
}

// At most one of its dimensions is not of size 1: it can be turned as it lies.
bool isLine(Value value) {
  std::optional<qrt::Tensor> constant = constantTensor(value);
  return constant && llvm::count_if(symbolicShape(value),
                                    [](const Dim &dim) { return dim != staticDim(1); }) <= 1;
}

// A residual or a scale of channels behind transposes of a product: what else it reads is turned,
// too, and lies in either order as whoever made it is asked to write it.
std::optional<Chain> chainOfSum(Operation *op) {
  if (!isFloatOrHalf(op->getResult(0).getType()) || halfOf(op->getResult(0)))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isWhole(operand))
      continue;
    std::optional<Chain> chain = chainTo(operand);
    auto isTurn = [](Operation *view) { return isa<TransposeOp>(view); };
    if (!chain || !llvm::all_of(chain->views, isTurn) || !productOf(chain->made))
      continue;
    auto canBeTurned = [&](OpOperand &other) {
      return &other == &operand || isWhole(other) ||
             (!runsAlong(other) && (isOneNumber(other.get()) || isLine(other.get())));
    };
    if (llvm::all_of(op->getOpOperands(), canBeTurned))
      return chain;
  }
  return std::nullopt;
}

std::optional<Chain> chainOf(Operation *op) {
  if (!isOfElements(op) || halfOf(op->getResult(0)))
    return std::nullopt;
  if (std::optional<Chain> chain = chainOfOne(op))
    return chain;
  return chainOfSum(op);
}

Type shapedAs(Value shape, Value elements) {
  return tensorType(symbolicShape(shape), getElementTypeOrSelf(elements));
}
} // namespace

namespace {
// It gives the body's operands the order that they have before the views.
class Turned {
public:
  Turned(Operation *op, const Chain &chain) : op(op), chain(chain), builder(op) {}

  Value operator()(OpOperand &operand) {
    if (&operand == chain.read)
      return chain.made;
    if (isOneNumber(operand.get()))
      return operand.get();
    SmallVector<int64_t> order = orderOfMade();
    if (isWhole(operand))
      return turned(operand.get(), order);
    return line(operand.get(), order);
  }

private:
  // Each dimension of what was made is this one of the body's result.
  SmallVector<int64_t> orderOfMade() const {
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, int64_t(symbolicShape(chain.made).size())));
    // The first view's input is the last one's dimensions: composed from what was made on.
    for (Operation *view : llvm::reverse(chain.views)) {
      SmallVector<int64_t> next;
      for (int64_t dim : cast<TransposeOp>(view).getPermutation())
        next.push_back(order[dim]);
      order = next;
    }
    SmallVector<int64_t> inverse(order.size());
    for (auto [behind, before] : llvm::enumerate(order))
      inverse[before] = int64_t(behind);
    return inverse;
  }
  Value turned(Value value, ArrayRef<int64_t> order) {
    SymbolicShape shape = symbolicShape(value), moved;
    for (int64_t dim : order)
      moved.push_back(shape[dim]);
    Type type = tensorType(moved, getElementTypeOrSelf(value));
    return TransposeOp::create(builder, op->getLoc(), type, value, order);
  }
  Value line(Value value, ArrayRef<int64_t> order) {
    SymbolicShape shape = symbolicShape(value), moved;
    SymbolicShape whole(order.size() - shape.size(), staticDim(1));
    whole.append(shape);
    for (int64_t dim : order)
      moved.push_back(whole[dim]);
    std::vector<int64_t> sizes;
    for (const Dim &dim : moved)
      sizes.push_back(dim.value());
    return createConstant(builder, op->getLoc(), "", tensorType(moved, getElementTypeOrSelf(value)),
                          constantTensor(value)->reshaped(sizes));
  }

  Operation *op;
  const Chain &chain;
  OpBuilder builder;
};

// A body that reads nothing else but numbers goes up to what was made; the views follow any other.
void reorder(Operation *op, const Chain &chain) {
  auto isNumber = [](Value operand) { return isOneNumber(operand); };
  if (llvm::count_if(op->getOperands(), isNumber) + 1 == op->getNumOperands()) {
    for (Value operand : llvm::make_filter_range(op->getOperands(), isNumber))
      operand.getDefiningOp()->moveBefore(&op->getBlock()->front());
    op->moveAfter(chain.made.getDefiningOp());
    return;
  }
  Operation *last = op;
  for (Operation *view : llvm::reverse(chain.views)) {
    view->moveAfter(last);
    last = view;
  }
}

void moveBefore(Operation *op, const Chain &chain) {
  Value value = op->getResult(0);
  value.replaceAllUsesWith(chain.views.front()->getResult(0));
  Turned turned(op, chain);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(turned(operand));
  value.setType(shapedAs(chain.made, value));
  chain.views.back()->setOperand(0, value);
  for (Operation *view : llvm::reverse(chain.views))
    view->getResult(0).setType(shapedAs(view->getResult(0), value));
  reorder(op, chain);
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
  // Operations move in order: what stands behind views finds them behind what has moved before
  // them.
  for (Operation &op : llvm::make_early_inc_range(copy->front().without_terminator()))
    if (std::optional<Chain> chain = chainOf(&op))
      moveBefore(&op, *chain);
  return copy;
}

} // namespace qopt

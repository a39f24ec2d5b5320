#include "lowering/fuse/rows_apart.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/types/quant_type.h"
#include "lowering/regions/regions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// A product between the reshape that joins its rows and the one that parts them.
struct Joined {
  ReshapeOp join;
  SmallVector<Operation *> before; // of one operand each, the last one first
  SmallVector<Operation *> behind;
  ReshapeOp part;
};

bool countsElements(Operation *op) {
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  return body && isElementwise(op) && op->getNumResults() == 1 && !body.readsCoordinates() &&
         quantizedAxis(op) < 0;
}

// Each operand but the one that goes on has a number for each column, or one.
bool followsColumns(Operation *op, Value through) {
  auto body = cast<ScalarBodyOpInterface>(op);
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == through || (body.operandAxis(operand.getOperandNumber()) < 0 &&
                                        symbolicShape(operand.get()).size() < 2);
  });
}

std::optional<Joined> joinedOf(MatmulOp product) {
  if (symbolicShape(product.getB()).size() != 2 || !product->hasOneUse())
    return std::nullopt;
  Joined found;
  Value value = product.getA();
  while (Operation *op = value.getDefiningOp()) {
    if (auto join = dyn_cast<ReshapeOp>(op)) {
      if (symbolicShape(join.getType()).size() == 2)
        found.join = join;
      break;
    }
    if (!countsElements(op) || op->getNumOperands() != 1)
      break;
    found.before.push_back(op);
    value = op->getOperand(0);
  }
  if (!found.join)
    return std::nullopt;
  value = product.getResult();
  while (value.hasOneUse()) {
    Operation *op = *value.user_begin();
    if (auto part = dyn_cast<ReshapeOp>(op)) {
      SymbolicShape apart = symbolicShape(part.getType());
      // The dimension that grows lies outermost.
      if (apart.size() < 3 || apart.back() != symbolicShape(value).back() ||
          !llvm::all_of(llvm::drop_begin(apart), [](const Dim &dim) { return dim.isStatic(); }))
        break;
      found.part = part;
      return found;
    }
    if (!countsElements(op) || !followsColumns(op, value) ||
        symbolicShape(op->getResult(0)) != symbolicShape(value))
      break;
    found.behind.push_back(op);
    value = op->getResult(0);
  }
  return std::nullopt;
}

class RowsApart {
public:
  void keep(MatmulOp product, Joined &joined) {
    SymbolicShape shape = symbolicShape(joined.part.getType());
    Value rows = rowsOf(joined.join, shape);
    left.insert(joined.join);
    left.insert_range(joined.before);
    for (Operation *op : llvm::reverse(joined.before))
      rows = onRows(op, rows);
    product.getAMutable().assign(rows);
    auto apart = [&](Value value) {
      value.setType(tensorType(shape, getElementTypeOrSelf(value)));
    };
    apart(product.getResult());
    for (Operation *op : joined.behind)
      apart(op->getResult(0));
    Operation *last = joined.behind.empty() ? product : joined.behind.back();
    joined.part.replaceAllUsesWith(last->getResult(0));
    joined.part.erase();
  }

  /// Erases the operations that were left behind and that nobody reads any more.
  void eraseLeft(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (left.contains(&op) && op.use_empty())
        op.erase();
  }

private:
  // Returns the rows [a, b, k] that were joined, for a result [a, b, n].
  static Value rowsOf(ReshapeOp join, SymbolicShape shape) {
    shape.back() = symbolicShape(join.getType()).back();
    if (symbolicShape(join.getInput()) == shape)
      return join.getInput();
    OpBuilder builder(join);
    Type type = tensorType(shape, getElementTypeOrSelf(join.getType()));
    return ReshapeOp::create(builder, join.getLoc(), type, join.getInput());
  }
  // Several products may read the same.
  Value onRows(Operation *op, Value rows) {
    Value &known = apart[op];
    if (!known || symbolicShape(known) != symbolicShape(rows)) {
      OpBuilder builder(op);
      IRMapping mapping;
      mapping.map(op->getOperand(0), rows);
      known = builder.clone(*op, mapping)->getResult(0);
      known.setType(tensorType(symbolicShape(rows), getElementTypeOrSelf(op->getResult(0))));
    }
    return known;
  }

  llvm::DenseMap<Operation *, Value> apart;
  llvm::DenseSet<Operation *> left;
};
} // namespace

OwningOpRef<func::FuncOp> keepRowsApart(func::FuncOp function) {
  if (llvm::none_of(function.getOps<MatmulOp>(), [](MatmulOp op) { return joinedOf(op); }))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  RowsApart rows;
  for (MatmulOp op : llvm::make_early_inc_range(copy->getOps<MatmulOp>()))
    if (std::optional<Joined> joined = joinedOf(op))
      rows.keep(op, *joined);
  rows.eraseLeft(copy->front());
  return copy;
}

} // namespace qopt

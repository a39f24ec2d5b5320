#include "lowering/fuse/turned_parts.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "lowering/fuse/views_composed.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Returns the permutation of the dimensions before the join that `last` and the transpose before it
// amount to; none if `last` parts other dimensions.
static std::optional<SmallVector<int64_t>> partsTurnedBy(ReshapeOp last) {
  auto turn = last.getInput().getDefiningOp<TransposeOp>();
  auto join = turn ? turn.getInput().getDefiningOp<ReshapeOp>() : ReshapeOp();
  if (!join)
    return std::nullopt;
  SymbolicShape parts = symbolicShape(join.getInput()), turned;
  auto groups = joinedDims(parts, symbolicShape(join.getType()));
  if (!groups)
    return std::nullopt;
  SmallVector<int64_t> permutation;
  for (int64_t dim : turn.getPermutation())
    for (int64_t part : (*groups)[dim]) {
      permutation.push_back(part);
      turned.push_back(parts[part]);
    }
  if (turned != symbolicShape(last.getType()))
    return std::nullopt;
  return permutation;
}

static void replaceByTurn(ReshapeOp last, ArrayRef<int64_t> permutation) {
  auto turn = last.getInput().getDefiningOp<TransposeOp>();
  auto join = turn.getInput().getDefiningOp<ReshapeOp>();
  OpBuilder builder(last);
  Value turned =
      TransposeOp::create(builder, last.getLoc(), last.getType(), join.getInput(), permutation);
  takeResultIdentity(turned, last.getResult());
  last.replaceAllUsesWith(turned);
  last.erase();
  for (Operation *op : {turn.getOperation(), join.getOperation()})
    if (op->use_empty())
      op->erase();
    else
      break;
}

OwningOpRef<func::FuncOp> turnParts(func::FuncOp function) {
  if (llvm::none_of(function.getOps<ReshapeOp>(), [](ReshapeOp op) { return partsTurnedBy(op); }))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  for (ReshapeOp op : llvm::to_vector(copy->getOps<ReshapeOp>()))
    if (auto permutation = partsTurnedBy(op))
      replaceByTurn(op, *permutation);
  return copy;
}

} // namespace qopt

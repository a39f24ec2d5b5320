#include "passes/quantize/attention_parts.h"

#include "ir/ops/expansion.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

SmallVector<Operation *> AttentionParts::all() const {
  SmallVector<Operation *> ops{scores, context};
  ops.append(floats.begin(), floats.end());
  ops.append(copies.begin(), copies.end());
  return ops;
}

AttentionParts takeApart(AttentionOp op, NameTable &names) {
  Block *block = op->getBlock();
  Operation *before = op->getPrevNode();
  const Block::iterator end = std::next(op->getIterator());
  expandInPlace(cast<CompositeOpInterface>(op.getOperation()), names);
  const Block::iterator begin = before ? std::next(before->getIterator()) : block->begin();
  AttentionParts parts;
  for (Operation &part : llvm::make_range(begin, end)) {
    if (isa<MatmulOp>(part))
      (parts.scores ? parts.context : parts.scores) = &part;
    else if (isa<ReshapeOp>(part))
      parts.copies.push_back(&part);
    else if (!isa<ConstantOp>(part))
      parts.floats.push_back(&part);
  }
  return parts;
}

void exposeAttentionSteps(func::FuncOp function) {
  NameTable names(function);
  SmallVector<AttentionOp> found;
  function.walk([&](AttentionOp op) { found.push_back(op); });
  for (AttentionOp op : found) {
    AttentionParts parts = takeApart(op, names);
    parts.scores->removeAttr(nameAttr);
    for (Operation *part : ArrayRef(parts.floats).drop_back())
      part->removeAttr(nameAttr);
    for (Operation *copy : parts.copies)
      if (copy->getOperand(0).getDefiningOp() != parts.context)
        copy->removeAttr(nameAttr);
  }
}

} // namespace qopt

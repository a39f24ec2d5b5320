#include "lowering/fuse/regions.h"

#include "ir/ops/expansion.h"
#include "ir/values/weights.h"
#include "lowering/layout/sizes.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

bool isElementwise(Operation *op) {
  return isa<ScalarBodyOpInterface>(op) && !isa<AnchorOpInterface>(op) && !isExpandable(op);
}

bool Region::isInternal(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && (op == anchor || llvm::is_contained(bodies, op)) && op != root();
}

// Epilogues read tensors at (sample, pixel, channel): same shape as the
// result, one value per channel, or a scalar.
static bool readableInEpilogue(AnchorOpInterface anchor, Operation *op, unsigned index) {
  Sizes result = sizesOf(op->getResult(0));
  int64_t channel = anchor.channelDim();
  int64_t axis = cast<ScalarBodyOpInterface>(op).operandAxis(index);
  if (axis >= 0)
    return axis == channel;
  Sizes operand = sizesOf(op->getOperand(index));
  if (operand == result)
    return true;
  size_t shift = result.size() - operand.size();
  for (auto [i, dim] : llvm::enumerate(operand))
    if (dim != fixedSize(1) && (int64_t(i + shift) != channel || dim != result[i + shift]))
      return false;
  return true;
}

// Which operand's region `op` may join: the latest one that fits.
static std::optional<unsigned> joins(Operation *op, const llvm::DenseMap<Value, size_t> &roots,
                                     ArrayRef<Region> regions) {
  std::optional<unsigned> best;
  if (!isElementwise(op) || quantizedAxis(op) >= 0)
    return best;
  auto body = cast<ScalarBodyOpInterface>(op);
  Sizes shape = sizesOf(op->getResult(0));
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    auto it = roots.find(operand);
    if (it == roots.end() || body.loadsOperand(index) || !operand.hasOneUse() ||
        sizesOf(operand) != shape)
      continue;
    const Region &region = regions[it->second];
    // Moves compute nothing that could go on.
    auto anchor = dyn_cast_or_null<AnchorOpInterface>(region.anchor);
    bool fits = !region.anchor || (anchor && anchor.takesBodies() && !body.readsCoordinates());
    for (unsigned i = 0; fits && region.anchor && i < op->getNumOperands(); ++i)
      fits = i == index || readableInEpilogue(anchor, op, i);
    if (fits && (!best || roots.lookup(op->getOperand(*best)) < it->second))
      best = index;
  }
  return best;
}

std::vector<Region> formRegions(func::FuncOp function) {
  std::vector<Region> regions;
  llvm::DenseMap<Value, size_t> roots;
  for (Operation &op : function.front().without_terminator()) {
    if (isa<ConstantOp>(op))
      continue;
    std::optional<unsigned> operand = joins(&op, roots, regions);
    size_t index = regions.size();
    if (operand) {
      index = roots.lookup(op.getOperand(*operand));
      regions[index].bodies.push_back(&op);
    } else {
      Region region;
      (isElementwise(&op) ? region.bodies.emplace_back() : region.anchor) = &op;
      regions.push_back(region);
    }
    for (Value result : op.getResults())
      roots[result] = index;
  }
  // A region runs where its root stood: everything it reads is there by then.
  llvm::stable_sort(regions, [](const Region &a, const Region &b) {
    return a.root()->isBeforeInBlock(b.root());
  });
  return regions;
}

} // namespace qopt

#include "passes/fold/channel_anchor.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {

using Sizes = ArrayRef<int64_t>;

std::optional<ChannelAnchor> anchorAt(Operation *op) {
  if (auto conv = dyn_cast_or_null<Conv2dOp>(op))
    return ChannelAnchor{op, conv.getWeights(), conv.getBias(), 0, 1, bool(conv.getResidual()), {},
                         1};
  if (auto matmul = dyn_cast_or_null<MatmulOp>(op))
    return ChannelAnchor{op,
                         matmul.getB(),
                         matmul.getBias(),
                         matmul.quantizationRule().operands[1].axis,
                         cast<RankedTensorType>(matmul.getType()).getRank() - 1,
                         false,
                         {},
                         1};
  return std::nullopt;
}

Sizes sizesOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

/// Dimensions before the channels stay; theirs is parted, channels innermost, or stays too.
bool followReshape(Sizes from, Sizes to, ChannelAnchor &anchor) {
  const size_t axis = size_t(anchor.resultAxis);
  if (to.size() <= axis || from.take_front(axis) != to.take_front(axis) ||
      llvm::count(from, ShapedType::kDynamic) > 1 || llvm::count(to, ShapedType::kDynamic) > 1)
    return false;
  int64_t product = 1;
  for (size_t i = axis; i < to.size(); ++i) {
    product *= to[i];
    if (product != from[axis])
      continue;
    anchor.phases *= product / to[i];
    anchor.resultAxis = int64_t(i);
    return true;
  }
  return false;
}

bool followMove(Operation *move, ChannelAnchor &anchor) {
  const Sizes from = sizesOf(move->getOperand(0)), to = sizesOf(move->getResult(0));
  if (isa<ReshapeOp>(move))
    return followReshape(from, to, anchor);
  if (auto transpose = dyn_cast<TransposeOp>(move)) {
    anchor.resultAxis = llvm::find(transpose.getPermutation(), anchor.resultAxis) -
                        transpose.getPermutation().begin();
    return true;
  }
  auto slice = cast<SliceOp>(move);
  return from[anchor.resultAxis] == to[anchor.resultAxis] &&
         slice.getSteps()[anchor.resultAxis] == 1;
}

} // namespace

int64_t ChannelAnchor::channels() const {
  return cast<RankedTensorType>(weights.getType()).getDimSize(weightAxis) / phases;
}

std::optional<ChannelAnchor> channelAnchorOf(Value value) {
  SmallVector<Operation *> moves;
  Operation *op = value.getDefiningOp();
  for (; op && isa<ReshapeOp, TransposeOp, SliceOp>(op) && op->getNumOperands() == 1;
       op = op->getOperand(0).getDefiningOp()) {
    moves.push_back(op);
    if (Operation *before = op->getOperand(0).getDefiningOp(); !before || !before->hasOneUse())
      return std::nullopt;
  }
  std::optional<ChannelAnchor> anchor = anchorAt(op);
  if (!anchor || moves.empty())
    return anchor;
  if (!isa<Conv2dOp>(op)) // columns of a product are no channels once they are moved
    return std::nullopt;
  for (Operation *move : llvm::reverse(moves))
    if (!followMove(move, *anchor))
      return std::nullopt;
  anchor->moves.assign(moves.rbegin(), moves.rend());
  return anchor;
}

} // namespace qopt

#include "passes/fold/channel_anchor.h"

#include "ir/types/dims.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {

std::optional<ChannelAnchor> anchorAt(Operation *op) {
  ChannelAnchor anchor{.op = op};
  if (auto conv = dyn_cast_or_null<Conv2dOp>(op)) {
    anchor.weights = conv.getWeights();
    anchor.bias = conv.getBias();
    anchor.resultAxis = 1;
    anchor.hasResidual = bool(conv.getResidual());
    return anchor;
  }
  auto matmul = dyn_cast_or_null<MatmulOp>(op);
  if (!matmul)
    return std::nullopt;
  anchor.weights = matmul.getB();
  anchor.bias = matmul.getBias();
  anchor.weightAxis = matmul.quantizationRule().operands[1].axis;
  anchor.resultAxis = cast<RankedTensorType>(matmul.getType()).getRank() - 1;
  return anchor;
}

/// Dimensions before the channels stay; theirs is parted, channels innermost, or stays too.
bool followReshape(ReshapeOp reshape, ChannelAnchor &anchor) {
  const SymbolicShape from = symbolicShape(reshape->getOperand(0)), to = symbolicShape(reshape);
  const size_t axis = size_t(anchor.resultAxis);
  if (to.size() <= axis || ArrayRef(from).take_front(axis) != ArrayRef(to).take_front(axis))
    return false;
  int64_t product = 1;
  for (size_t i = axis; i < to.size() && to[i].isStatic(); ++i) {
    product *= to[i].value();
    if (from[axis] != Dim(product))
      continue;
    anchor.phases *= product / to[i].value();
    anchor.resultAxis = int64_t(i);
    return true;
  }
  return false;
}

/// False where it mixes channels, none where it is no move.
std::optional<bool> followMove(Operation *op, ChannelAnchor &anchor) {
  const int64_t axis = anchor.resultAxis;
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return followReshape(reshape, anchor);
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    anchor.resultAxis =
        llvm::find(transpose.getPermutation(), axis) - transpose.getPermutation().begin();
    return true;
  }
  auto slice = dyn_cast<SliceOp>(op);
  if (!slice)
    return std::nullopt;
  anchor.isWhole = false;
  return symbolicShape(slice->getOperand(0))[axis] == symbolicShape(slice)[axis] &&
         slice.getSteps()[axis] == 1;
}

} // namespace

int64_t ChannelAnchor::channels() const {
  return cast<RankedTensorType>(weights.getType()).getDimSize(weightAxis) / phases;
}

std::optional<ChannelAnchor> channelAnchorOf(Value value) {
  SmallVector<Operation *> moves;
  bool isShared = false;
  Operation *op = value.getDefiningOp();
  std::optional<ChannelAnchor> anchor = anchorAt(op);
  while (!anchor && op && op->getNumOperands() == 1) {
    moves.push_back(op);
    op = op->getOperand(0).getDefiningOp();
    isShared |= op && !op->hasOneUse();
    anchor = anchorAt(op);
  }
  // Columns of a product are no channels once they are moved.
  if (!anchor || (!moves.empty() && !isa<Conv2dOp>(op)))
    return std::nullopt;
  anchor->moves.assign(moves.rbegin(), moves.rend());
  for (Operation *move : anchor->moves) {
    const std::optional<bool> follows = followMove(move, *anchor);
    if (!follows)
      return std::nullopt;
    if (*follows)
      continue;
    anchor->obstacle = "a layer between the two (a reshape or transpose) mixes channels";
    break;
  }
  if (isShared)
    anchor->obstacle = "a value between the two has another consumer";
  return anchor;
}

} // namespace qopt

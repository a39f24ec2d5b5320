#include "ir/ops/reduction/non_max_suppression.h"

#include "ir/ops/reduction/places.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace qopt::nn;

LogicalResult NonMaxSuppressionOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                               EmitError error) {
  SymbolicShape boxes = symbolicShape(getBoxes()), scores = symbolicShape(getScores());
  if (boxes.size() != 3 || scores.size() != 3 || boxes[2] != staticDim(4) ||
      !mayBeEqual(boxes[0], scores[0]) || !mayBeEqual(boxes[1], scores[2]))
    return error() << "(C1): boxes " << toString(boxes) << " and scores " << toString(scores)
                   << " do not go together";
  // More than a dimension can have is all of it.
  constexpr int64_t longest = std::numeric_limits<int32_t>::max();
  int64_t most = getMaxBoxes();
  std::optional<Dim> each = most >= longest ? scores[2] : smallest(Dim(most), scores[2]);
  std::optional<Dim> bound = each ? multiply(scores[1], *each) : std::nullopt;
  bound = bound ? multiply(scores[0], *bound) : std::nullopt;
  if (!bound)
    return error() << "(C1): too many boxes in " << toString(scores);
  results.push_back({*bound, staticDim(3)});
  results.push_back({staticDim(1)});
  return success();
}
// Samples, or classes.
bool NonMaxSuppressionOp::mayGrow(unsigned operand, int64_t dim) {
  return dim == 0 || (operand == 1 && dim == 1);
}
int64_t NonMaxSuppressionOp::countedDim() { return 0; }
LogicalResult NonMaxSuppressionOp::verify() {
  for (Value operand : getOperands())
    if (!isF32(operand.getType()))
      return violates(*this, "C2") << "of " << getElementTypeOrSelf(operand);
  if (failed(verifyPlaces(*this)))
    return failure();
  float overlap = getIouThreshold().convertToFloat();
  if (int64_t(getMaxBoxes()) < 1)
    return violates(*this, "C3") << "max_boxes is " << int64_t(getMaxBoxes());
  if (!(overlap >= 0 && overlap <= 1))
    return violates(*this, "C3") << "iou_threshold is " << overlap;
  if (getScoreThreshold() && getScoreThreshold()->isNaN())
    return violates(*this, "C3") << "score_threshold is NaN";
  return success();
}
QuantizationRule NonMaxSuppressionOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::Float}};
}
OpCost NonMaxSuppressionOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

qrt::SuppressionShape qopt::nn::suppressionOf(NonMaxSuppressionOp op, int64_t boxes) {
  qrt::SuppressionShape shape{boxes, std::min<int64_t>(op.getMaxBoxes(), boxes),
                              op.getIouThreshold().convertToFloat()};
  if (op.getScoreThreshold())
    shape.above = op.getScoreThreshold()->convertToFloat();
  shape.centered = op.getCenterPointBox();
  return shape;
}

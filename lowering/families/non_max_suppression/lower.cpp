#include "lowering/families/op_lowering.h"
#include "lowering/families/places.h"

#include "ir/ops/reduction/non_max_suppression.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerNonMaxSuppression(ProgramBuilder &builder, const Region &region) {
  auto op = cast<NonMaxSuppressionOp>(region.anchor);
  if (hasEmpty(op))
    return cannotCompile(op, "it reads or gives a tensor without elements");
  Sizes sizes = sizesOf(op.getScores());
  View boxes = builder.viewOf(op.getBoxes()), scores = builder.viewOf(op.getScores());
  qrt::NonMaxSuppressionCall call{suppressionOf(op, sizes[2].offset), sizes[0], sizes[1],
                                  boxes.operand, scores.operand};
  call.shape.corners = accessOf(boxes);
  call.shape.scores = accessOf(scores);
  auto outputs = writePlaces(builder, op, call.shape.rows);
  builder.add(layerName(op), std::move(call), outputs);
  return success();
}

void addNonMaxSuppression(OpLowerings &lowerings) {
  lowerings.add<NonMaxSuppressionOp>({.lower = lowerNonMaxSuppression, .wish = noWish});
}

} // namespace qopt

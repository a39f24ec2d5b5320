#include "lowering/families/op_lowering.h"
#include "lowering/families/strided.h"

#include "ir/ops/reduction/select.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// The places, and how many they are; where the former lie.
static SmallVector<uint32_t, 2> writePlaces(ProgramBuilder &builder, Operation *op,
                                            qrt::StridedAccess &places) {
  View view = writtenView(builder, op->getResult(0));
  places = accessOf(view);
  return {view.operand.index, writtenView(builder, op->getResult(1)).operand.index};
}

static bool hasEmpty(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isEmpty) ||
         llvm::any_of(op->getResultTypes(), isEmpty);
}

LogicalResult lowerNonMaxSuppression(ProgramBuilder &builder, const Region &region) {
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

LogicalResult lowerNonZero(ProgramBuilder &builder, const Region &region) {
  auto op = cast<NonZeroOp>(region.anchor);
  if (hasEmpty(op))
    return cannotCompile(op, "it reads or gives a tensor without elements");
  Sizes sizes = sizesOf(op.getInput());
  View input = builder.viewOf(op.getInput());
  qrt::NonZeroCall call{{accessOf(input), {}}, {sizes.begin(), sizes.end()}, input.operand};
  auto outputs = writePlaces(builder, op, call.shape.places);
  builder.add(layerName(op), std::move(call), outputs);
  return success();
}

} // namespace qopt

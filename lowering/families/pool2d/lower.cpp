#include "lowering/families/op_lowering.h"

#include "ir/ops/geometry.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerPool2d(ProgramBuilder &builder, const Region &region) {
  Operation *op = region.anchor;
  Value input = builder.storedOf(op->getOperand(0));
  qrt::Pool2dCall call;
  if (auto max = dyn_cast<MaxPool2dOp>(op))
    call.shape = geometryOf(max);
  else
    call.shape = geometryOf(cast<AvgPool2dOp>(op));
  call.samples = sizesOf(input)[0];
  call.inputType = quantizedInput(input.getType());
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  call.input = builder.materialize(input, Layout::channelsLast(rank)).operand;
  return finishAnchor(builder, region, std::move(call), EpilogueGroups::image(rank),
                      Layout::channelsLast(rank));
}

static std::optional<Layout> wishOfPool2d(Operation *op, unsigned, const Chosen &) {
  return Layout::channelsLast(cast<RankedTensorType>(op->getResult(0).getType()).getRank());
}

void addPool2d(OpLowerings &lowerings) {
  lowerings.add<MaxPool2dOp, AvgPool2dOp>(
      {.lower = lowerPool2d, .wish = wishOfPool2d, .widens = true});
}

} // namespace qopt

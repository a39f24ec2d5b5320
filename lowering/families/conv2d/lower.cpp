#include "lowering/families/op_lowering.h"

#include "ir/geometry.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static const EpilogueGroups imageGroups{{{{0}, {}, {2, 3}, {1}}}};

LogicalResult lowerConv2d(ProgramBuilder &builder, const Region &region) {
  auto op = cast<Conv2dOp>(region.anchor);
  qrt::Conv2dCall call;
  call.shape = geometryOf(op);
  call.samples = extentOf(symbolicShape(op.getType())[0]);
  call.inputType = quantizedInput(op.getInput().getType());
  call.input = builder.materialize(op.getInput(), Layout::channelsLast(4)).operand;
  call.weights = builder.materialize(op.getWeights(), Layout::rowMajor(4)).operand;
  return finishAnchor(builder, region, std::move(call), imageGroups, Layout::channelsLast(4));
}

std::optional<Layout> wishOfConv2d(Operation *, unsigned index, const Layout *) {
  // Its residual is read as it writes; biases have one dimension.
  return index == 0 || index >= 2 ? std::optional(Layout::channelsLast(4)) : std::nullopt;
}

} // namespace qopt

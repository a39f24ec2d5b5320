#include "lowering/families/op_lowering.h"

#include "ir/ops/geometry.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static const EpilogueGroups imageGroups{{{{0}, {}, {2, 3}, {1}}}};

LogicalResult lowerConv2d(ProgramBuilder &builder, const Region &region) {
  auto op = cast<Conv2dOp>(region.anchor);
  qrt::Conv2dCall call;
  call.shape = geometryOf(op);
  call.samples = symbolicShape(op.getType())[0];
  View input = builder.materialize(op.getInput(), Layout::channelsLast(4));
  View weights = builder.materialize(op.getWeights(), Layout::rowMajor(4));
  call.input = builder.factor(op.getInput(), input, op.getInputZero());
  call.weights = builder.factor(op.getWeights(), weights, op.getWeightsZero());
  return finishAnchor(builder, region, std::move(call), imageGroups, Layout::channelsLast(4));
}

// The residual is read as the result is written; weights and biases stay as they are.
std::optional<Layout> wishOfConv2d(Operation *op, unsigned index, const Layout *) {
  auto conv = cast<Conv2dOp>(op);
  Value operand = op->getOperand(index);
  bool isImage = operand == conv.getInput() || operand == conv.getResidual();
  return isImage ? std::optional(Layout::channelsLast(4)) : std::nullopt;
}

} // namespace qopt

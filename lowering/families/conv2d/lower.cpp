#include "lowering/families/op_lowering.h"

#include "ir/ops/geometry.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static qrt::Conv2dCall draftOf(Conv2dOp op, Value input, Value weights) {
  qrt::Conv2dCall call;
  call.shape = geometryOf(op);
  call.samples = sizesOf(op.getType())[0];
  call.input = draftFactor(input, op.getInputZero());
  call.weights = draftFactor(weights, op.getWeightsZero());
  return call;
}

// What is widened is likely read as it is stored.
static Value halfOrItself(Value value) {
  Value half = halfOf(value);
  return half ? half : value;
}

static qrt::Call draftOfConv2d(Operation *op) {
  auto conv = cast<Conv2dOp>(op);
  return draftOf(conv, halfOrItself(conv.getInput()), halfOrItself(conv.getWeights()));
}

static int64_t rankOf(Conv2dOp op) { return op.getType().getRank(); }

static int64_t pixelPitchOf(const qrt::Conv2dCall &call) { return call.shape.pixelPitch(); }
template <typename Call> static int64_t pixelPitchOf(const Call &) { return 1; }

// Pixels are padded where the kernel that is preferred reads them so.
static Layout inputLayout(Conv2dOp op, const qrt::Call *draft) {
  Layout image = Layout::channelsLast(rankOf(op));
  return draft
             ? image.padded(sizesOf(op.getInput()),
                            std::visit([](const auto &call) { return pixelPitchOf(call); }, *draft))
             : image;
}

// Channels lie innermost, padded where whoever reads them asks for that.
static Layout resultLayout(ProgramBuilder &builder, const Region &region) {
  Layout image = Layout::channelsLast(rankOf(cast<Conv2dOp>(region.anchor)));
  Layout wish = builder.wishFor(region.result(), image);
  return wish.dense() == image ? wish : image;
}

static LogicalResult lowerConv2d(ProgramBuilder &builder, const Region &region) {
  auto op = cast<Conv2dOp>(region.anchor);
  Value inputValue = builder.storedOf(op.getInput()),
        weightsValue = builder.storedOf(op.getWeights());
  qrt::Conv2dCall call = draftOf(op, inputValue, weightsValue);
  Layout layout = inputLayout(op, builder.draftOf(op));
  call.shape.inPitch = layout.pitch();
  View input = builder.materialize(inputValue, layout);
  View weights = builder.materialize(weightsValue, Layout::rowMajor(rankOf(op)));
  builder.place(call.input, input, op.getInputZero());
  builder.place(call.weights, weights, op.getWeightsZero());
  // Kernels say themselves whether they may sum so (CallSite::program has the float order).
  if (qrt::allowsOtherTerms(builder.program.floatOrder) && !builder.device.takesKernels &&
      gainsByTiles(call))
    call.sums = qrt::Conv2dSums::Tiles;
  return finishAnchor(builder, region, std::move(call), EpilogueGroups::image(rankOf(op)),
                      resultLayout(builder, region));
}

// The residual is read as the result is written; weights and biases stay as they are.
static std::optional<Layout> wishOfConv2d(Operation *op, unsigned index, const Chosen &chosen) {
  auto conv = cast<Conv2dOp>(op);
  if (index == conv.getInputMutable().getOperandNumber())
    return inputLayout(conv, chosen.call);
  bool isResidual = op->getOperand(index) == conv.getResidual();
  return isResidual ? std::optional(Layout::channelsLast(rankOf(conv))) : std::nullopt;
}

void addConv2d(OpLowerings &lowerings) {
  lowerings.add<Conv2dOp>(
      {.lower = lowerConv2d, .wish = wishOfConv2d, .draft = draftOfConv2d, .widens = true});
}

} // namespace qopt

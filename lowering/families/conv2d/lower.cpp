#include "lowering/families/op_lowering.h"

#include "ir/ops/geometry.h"
#include "ir/values/weights.h"

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

// Returns the half that `value` is widened from, as the kernel likely reads that; else `value`.
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
  return finishAnchor(builder, region, std::move(call), EpilogueGroups::image(rankOf(op)),
                      resultLayout(builder, region));
}

// Σ (q_x − z_x) of each window, which a quantized convolution takes zero points off by.
static Value windowSumOf(Conv2dOp op) {
  return isQuantized(op.getInput().getType()) ? op.getWeightsZero() : Value();
}

// The residual is read as the result is written, and so are sums of windows; weights and biases
// stay as they are.
static std::optional<Layout> wishOfConv2d(Operation *op, unsigned index, const Chosen &chosen) {
  auto conv = cast<Conv2dOp>(op);
  if (index == conv.getInputMutable().getOperandNumber())
    return inputLayout(conv, chosen.call);
  Value operand = op->getOperand(index);
  bool isBeside = operand == conv.getResidual() || operand == windowSumOf(conv);
  return isBeside ? std::optional(Layout::channelsLast(rankOf(conv))) : std::nullopt;
}

// Says whether the epilogue reads a tensor that lies as the result does.
static bool readsBeside(const Region &region) {
  auto isInside = [&](Operation *op) {
    return op == region.anchor || llvm::is_contained(region.bodies, op);
  };
  auto isBeside = [&](Value value) {
    Operation *maker = value.getDefiningOp();
    return sizesOf(value) == sizesOf(region.result()) && !storedConstant(value) &&
           (!maker || !isInside(maker));
  };
  auto conv = cast<Conv2dOp>(region.anchor);
  return conv.getResidual() || windowSumOf(conv) || llvm::any_of(region.bodies, [&](Operation *op) {
           return llvm::any_of(op->getOperands(), isBeside);
         });
}

// Kernels write channels 16 bytes at a time, halves of several pixels and one group also by twos,
// and read what is beside the result as it lies.
static bool suitsKernels(const Region &region, const JoinedPart &part) {
  const bool isPixel = llvm::all_of(ArrayRef(part.shape).drop_front(2),
                                    [](const auto &d) { return d == fixedSize(1); });
  const bool isByTwos = part.type == qrt::ElementType::F16 && !isPixel &&
                        cast<Conv2dOp>(region.anchor).getGroups() == 1;
  const int64_t word = isByTwos ? 4 : 16;
  const int64_t width = int64_t(qrt::byteWidth(part.type));
  const int64_t pitch = part.layout.strides(part.shape).back(); // of pixels
  return pitch * width % word == 0 && part.first * width % word == 0 && !readsBeside(region);
}

// Among other channels of pixels.
static bool writesPartOfConcat(const Region &region, const JoinedPart &part) {
  return part.layout.dense() == Layout::channelsLast(part.shape.size()) && part.axis == 1 &&
         (!part.device.takesKernels || suitsKernels(region, part));
}

void addConv2d(OpLowerings &lowerings) {
  lowerings.add<Conv2dOp>({.lower = lowerConv2d,
                           .wish = wishOfConv2d,
                           .draft = draftOfConv2d,
                           .writesPart = writesPartOfConcat,
                           .widens = true});
}

} // namespace qopt

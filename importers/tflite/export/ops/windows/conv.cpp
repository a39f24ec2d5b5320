// CONV_2D, DEPTHWISE_CONV_2D.
#include "importers/tflite/export/ops/sums.h"
#include "importers/tflite/export/ops/windows/window.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::tflite {

template <typename Options>
static Options saidOf(const ImageWindow &window, schema::Padding padding,
                      schema::ActivationFunctionType activation) {
  Options said;
  said.padding = padding;
  said.stride_h = int32_t(window.strides[0]);
  said.stride_w = int32_t(window.strides[1]);
  said.dilation_h_factor = int32_t(window.dilations[0]);
  said.dilation_w_factor = int32_t(window.dilations[1]);
  said.fused_activation_function = activation;
  return said;
}

// Weights [O, I, K] of a line as those of an image.
static TensorIndex lineWeights(Layer &b, Value weights, Value x, const FileOrder &order) {
  std::optional<qrt::Tensor> stored = nn::constantTensor(weights);
  if (!stored || nn::isQuantized(x.getType())) {
    b.refuse("over one dimension, on steps or with computed weights");
    return noTensor;
  }
  qrt::Shape shape = stored->shape();
  shape.insert(shape.begin() + 2, 1);
  return b.graph.constant(baseName(weights), elementOf(weights),
                          inOrder(stored->reshaped(shape), order));
}

static void conv(Layer &b, nn::Conv2dOp op) {
  if (op.getResidual())
    return b.refuse("with a residual summed in its accumulator, which TFLite has not; quantize it "
                    "with --insert-quant=\"profile=tflite …\" without --absorb-residual");
  Value x = op.getInput(), weights = op.getWeights();
  if (!takesSum(b, x, weights, op.getBias()))
    return;
  auto shape = cast<RankedTensorType>(weights.getType()).getShape();
  const int64_t groups = int64_t(op.getGroups());
  const bool isDepthwise = groups > 1 && shape[1] == 1;
  FileImage image = imageOf(b);
  if (isDepthwise && !(image.sizes[3] == nn::staticDim(groups)))
    return b.refuse("of an input whose channels vary; give --shape");
  const ImageWindow window =
      planeOf(shape.drop_front(2), op.getStrides(), op.getDilations(), op.getPads());
  const schema::Padding padding = padded(b, image, window, 0);
  const FileOrder order = isDepthwise ? FileOrder{1, 2, 3, 0} : FileOrder{0, 2, 3, 1};
  SmallVector<TensorIndex> inputs{image.tensor, rankOf(x) == 3 ? lineWeights(b, weights, x, order)
                                                               : weightsIn(b, weights, x, order)};
  if (op.getBias())
    inputs.push_back(biasIn(b, op.getBias(), x, weights));
  else if (!isDepthwise)
    inputs.push_back(zeroBias(b, shape[0], x, weights));
  if (!b.ok())
    return;
  const schema::ActivationFunctionType activation = b.takeActivation();
  if (!isDepthwise)
    return writeImage(b, schema::BuiltinOperator::CONV_2D, inputs,
                      optionsOf(saidOf<schema::Conv2DOptionsT>(window, padding, activation)));
  auto said = saidOf<schema::DepthwiseConv2DOptionsT>(window, padding, activation);
  said.depth_multiplier = int32_t(shape[0] / groups);
  writeImage(b, schema::BuiltinOperator::DEPTHWISE_CONV_2D, inputs, optionsOf(said));
}

ArrayRef<ExportEntry> convExports() {
  static constexpr ExportEntry table[] = {row<nn::Conv2dOp, conv>()};
  return table;
}

} // namespace qopt::tflite

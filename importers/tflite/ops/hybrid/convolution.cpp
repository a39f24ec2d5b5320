#include "importers/tflite/ops/hybrid/convolution.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

// One number for each channel of an image.
static Value alongChannels(Binder &b, StringRef name, Value values) {
  if (!b.ok() || !values)
    return {};
  const nn::Dim one = nn::staticDim(1);
  return b.reshapePart(name, values, {one, dimsOf(values)[0], one, one});
}

Value convolveRounded(Binder &b, Value x, const PlainWeights &weights, Value bias,
                      const ImageWindow &window, int64_t groups) {
  if (!b.ok())
    return {};
  const bool isDepthwise = groups > 1 && dimsOf(weights.steps)[1] == nn::staticDim(1);
  const bool isWhole = weights.isPerChannel || isDepthwise;
  const Rounded image = rounded(b, x, {1, 2, 3}, isWhole ? Range::Whole : Range::Even);
  Value scales = alongChannels(b, "channels", weights.scale);
  Value offsets = alongChannels(b, "offsets", bias);
  if (!b.ok())
    return {};
  Type wide = isWhole ? b.i64() : IntegerType::get(b.context(), 32);
  Value sum = b.part<nn::Conv2dOp>("sum", wide, image.steps, weights.steps, Value(), Value(),
                                   window.strides, window.pads, window.dilations, uint64_t(groups));
  Value y;
  if (weights.isPerChannel && !isDepthwise) { // the interpreter multiplies in this order
    Value number = b.part<nn::CastOp>("number", b.f32(), sum, BoolAttr());
    y = b.part<nn::MulOp>("channel", b.f32(), number, scales);
    y = b.part<nn::MulOp>("conv", b.f32(), y, image.scale);
  } else {
    y = scaledSum(b, "conv", sum, image, scales);
  }
  return offsets ? b.part<nn::AddOp>("biased", b.f32(), y, offsets) : y;
}

} // namespace qopt::tflite

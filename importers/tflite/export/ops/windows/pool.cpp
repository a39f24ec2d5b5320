// MAX_POOL_2D, AVERAGE_POOL_2D.
#include "importers/tflite/export/ops/windows/window.h"

#include <limits>

using namespace mlir;

namespace qopt::tflite {

template <typename Op> static ImageWindow windowOf(Layer &b, Op op) {
  ImageWindow window = planeOf(op.getKernel(), op.getStrides(), op.getDilations(), op.getPads());
  if (llvm::any_of(window.dilations, [](int64_t dilation) { return dilation != 1; }))
    b.refuse("with a dilated window");
  return window;
}

static void writePool(Layer &b, schema::BuiltinOperator code, const FileImage &image,
                      const ImageWindow &window, schema::Padding padding) {
  if (elementOf(b.op->getOperand(0)) != elementOf(b.op->getResult(0)))
    b.refuse("whose result has other steps than its input");
  if (!b.ok())
    return;
  schema::Pool2DOptionsT said;
  said.padding = padding;
  said.filter_height = int32_t(window.kernel[0]);
  said.filter_width = int32_t(window.kernel[1]);
  said.stride_h = int32_t(window.strides[0]);
  said.stride_w = int32_t(window.strides[1]);
  said.fused_activation_function = b.takeActivation();
  writeImage(b, code, {image.tensor}, optionsOf(said));
}

// Padding never wins: it is the lowest value.
static double lowestOf(Type element) {
  std::optional<nn::QuantParams> params = nn::quantParams(element);
  return params ? params->scale * double(params->min - params->zeroPoint)
                : -std::numeric_limits<float>::infinity();
}

static void maximum(Layer &b, nn::MaxPool2dOp op) {
  FileImage image = imageOf(b);
  const ImageWindow window = windowOf(b, op);
  const schema::Padding padding = padded(b, image, window, lowestOf(image.element));
  writePool(b, schema::BuiltinOperator::MAX_POOL_2D, image, window, padding);
}

static void average(Layer &b, nn::AvgPool2dOp op) {
  FileImage image = imageOf(b);
  const ImageWindow window = windowOf(b, op);
  const bool hasPads = llvm::any_of(window.pads, [](int64_t pad) { return pad != 0; });
  schema::Padding padding = schema::Padding::VALID;
  if (hasPads && !op.getCountIncludePad() && isSame(image, window))
    padding = schema::Padding::SAME;
  else if (hasPads && !op.getCountIncludePad())
    return b.refuse("with pads that do not count and are not those of padding SAME");
  else if (hasPads)
    putAround(b, image, window, 0);
  writePool(b, schema::BuiltinOperator::AVERAGE_POOL_2D, image, window, padding);
}

ArrayRef<ExportEntry> poolExports() {
  static constexpr ExportEntry table[] = {row<nn::MaxPool2dOp, maximum>(),
                                          row<nn::AvgPool2dOp, average>()};
  return table;
}

} // namespace qopt::tflite

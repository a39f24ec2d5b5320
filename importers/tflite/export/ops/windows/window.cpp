#include "importers/tflite/export/ops/windows/window.h"

using namespace mlir;

namespace qopt::tflite {

static SmallVector<nn::Dim> withHeight(SmallVector<nn::Dim> line) {
  line.insert(line.begin() + 1, nn::staticDim(1));
  return line;
}

static SmallVector<nn::Dim> fileSizes(Value value, const FileOrder &order) {
  nn::SymbolicShape shape = nn::symbolicShape(value);
  return inOrder(ArrayRef<nn::Dim>(shape), order);
}

FileImage imageOf(Layer &b) {
  Value x = b.op->getOperand(0);
  const FileOrder order = channelsLast(rankOf(x));
  FileImage image{b.in(x, order), elementOf(x), fileSizes(x, order)};
  if (rankOf(x) == 3) {
    image.sizes = withHeight(image.sizes);
    image.tensor = b.graph.reshaped(image.tensor, b.partName("image"), image.element, image.sizes);
  }
  return image;
}

static SmallVector<int64_t> plane(ArrayRef<int64_t> entries, int64_t ofHeight) {
  SmallVector<int64_t> both(entries);
  if (both.size() == 1)
    both.insert(both.begin(), ofHeight);
  return both;
}

ImageWindow planeOf(ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                    ArrayRef<int64_t> dilations, ArrayRef<int64_t> pads) {
  ImageWindow window{plane(kernel, 1), plane(strides, 1), plane(dilations, 1),
                     SmallVector<int64_t>(pads)};
  if (pads.size() == 2)
    window.pads = {0, pads[0], 0, pads[1]};
  return window;
}

bool isSame(const FileImage &image, const ImageWindow &window) {
  for (size_t i = 0; i < window.rank(); ++i) {
    const nn::Dim &size = image.sizes[1 + i];
    if (!size.isStatic() && window.strides[i] != 1)
      return false;
    auto pads = samePads(window.axis(i, size.isStatic() ? size.value() : 1), /*extraLow=*/false);
    if (pads != std::pair(window.padLow(i), window.padHigh(i)))
      return false;
  }
  return true;
}

// PAD puts zeros (a quantized tensor's zero point), PADV2 any value.
void putAround(Layer &b, FileImage &image, const ImageWindow &window, double value) {
  SmallVector<int32_t> widths{0,
                              0,
                              int32_t(window.padLow(0)),
                              int32_t(window.padHigh(0)),
                              int32_t(window.padLow(1)),
                              int32_t(window.padHigh(1)),
                              0,
                              0};
  for (size_t i = 0; i < 2; ++i) {
    auto size = nn::add(image.sizes[1 + i], nn::staticDim(window.padLow(i) + window.padHigh(i)));
    if (!size)
      return b.refuse("of so large an image");
    image.sizes[1 + i] = *size;
  }
  SmallVector<TensorIndex> inputs{
      image.tensor,
      b.constant("pads", IntegerType::get(b.op->getContext(), 32),
                 qrt::Tensor::fromValues<int32_t>({4, 2}, ArrayRef<int32_t>(widths)))};
  if (value == 0) {
    image.tensor = b.part(schema::BuiltinOperator::PAD, "padded", inputs, image.element,
                          image.sizes, optionsOf(schema::PadOptionsT()));
    return;
  }
  inputs.push_back(b.constant("pad", image.element, storedNumber(image.element, value)));
  image.tensor = b.part(schema::BuiltinOperator::PADV2, "padded", inputs, image.element,
                        image.sizes, optionsOf(schema::PadV2OptionsT()));
}

schema::Padding padded(Layer &b, FileImage &image, const ImageWindow &window, double value) {
  if (llvm::all_of(window.pads, [](int64_t pad) { return pad == 0; }))
    return schema::Padding::VALID;
  if (isSame(image, window))
    return schema::Padding::SAME;
  putAround(b, image, window, value);
  return schema::Padding::VALID;
}

void writeImage(Layer &b, schema::BuiltinOperator code, Tensors inputs,
                schema::BuiltinOptionsUnion options) {
  Value y = b.result();
  const FileOrder order = channelsLast(rankOf(y));
  if (rankOf(y) == 4)
    return b.write(code, inputs, order, std::move(options));
  const auto sizes = fileSizes(y, order);
  const auto wanted = GraphWriter::requested(sizes);
  if (!wanted)
    return b.refuse("on lines of open size; give --shape");
  TensorIndex image =
      b.part(code, "line", inputs, elementOf(y), withHeight(sizes), std::move(options));
  TensorIndex shape = b.ints("sizes", SmallVector<int64_t>(wanted->begin(), wanted->end()));
  b.write(schema::BuiltinOperator::RESHAPE, {image, shape}, order,
          optionsOf(schema::ReshapeOptionsT()));
}

} // namespace qopt::tflite

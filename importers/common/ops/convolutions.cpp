#include "importers/common/ops/convolutions.h"

#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;

namespace qopt {

void reshapable(LayerBinder &b, unsigned index, Value &value) {
  if (!b.isConstant(index))
    return b.input(index, value);
  qrt::Tensor tensor;
  b.constant(index, tensor);
  b.support(!b.ok() || tensor.type() == qrt::ElementType::F32, "on weights that are not f32");
  if (b.ok())
    value = b.constantPart("constant", RankedTensorType::get(tensor.shape(), b.f32()), tensor);
}

static std::string partOf(StringRef name, StringRef part) {
  return name.empty() ? part.str() : (name + "/" + part).str();
}

// [N, C, D, H, W] → [N, OD, C·KD, H, W]: what the window sees along the depth, as channels.
static Value unfoldDepth(LayerBinder &b, StringRef name, Value x, const ImageWindow &window) {
  Type element = elementOf(x);
  if (window.padLow(0) || window.padHigh(0))
    x = b.part<nn::PadOp>(partOf(name, "pad"), element, x, Ints{0, 0, window.padLow(0), 0, 0},
                          Ints{0, 0, window.padHigh(0), 0, 0}, APFloat(0.0f));
  if (!b.ok())
    return {};
  nn::SymbolicShape shape = nn::symbolicShape(x);
  int64_t kernel = window.kernel[0], stride = window.strides[0], dilation = window.dilations[0];
  std::optional<nn::Dim> depth = nn::slide(shape[2], {kernel, stride, dilation, 0, 0});
  b.require(depth.has_value(), "the window's depth does not fit the image");
  SmallVector<Value> slices;
  for (int64_t k = 0; b.ok() && k < kernel; ++k) {
    std::string at = std::to_string(k);
    SmallVector<nn::Dim> box{shape[0], shape[1], *depth, shape[3], shape[4]};
    Value slice = b.partAs<nn::SliceOp>(partOf(name, "depth" + at), box, element, x,
                                        Ints{0, 0, k * dilation, 0, 0}, Ints{1, 1, stride, 1, 1});
    box.insert(box.begin() + 2, nn::staticDim(1));
    if (b.ok())
      slices.push_back(b.reshapePart(partOf(name, "tap" + at), slice, box));
  }
  Value taps = b.part<nn::ConcatOp>(partOf(name, "taps"), element, slices, uint64_t(2));
  Value turned =
      b.part<nn::TransposeOp>(partOf(name, "unfolded"), element, taps, Ints{0, 3, 1, 2, 4, 5});
  if (!b.ok())
    return {};
  auto channels = nn::multiply(shape[1], nn::staticDim(kernel));
  auto samples = nn::multiply(shape[0], *depth);
  b.support(channels && samples, "of so many channels");
  return b.ok() ? b.reshapePart(partOf(name, "image"), turned,
                                {*samples, *channels, shape[3], shape[4]})
                : Value();
}

static Value convolve3d(LayerBinder &b, StringRef name, Value x, Value weights, Value bias,
                        const ImageWindow &window, int64_t groups) {
  constexpr int64_t mostTaps = 1024; // each is a slice
  b.support(window.kernel[0] <= mostTaps, "a window of depth " + Twine(window.kernel[0]));
  Value image = unfoldDepth(b, name, x, window);
  if (!b.ok())
    return {};
  nn::SymbolicShape from = nn::symbolicShape(x), w = nn::symbolicShape(weights);
  auto channels = nn::multiply(w[1], w[2]);
  b.support(channels.has_value(), "of so many channels");
  if (!b.ok())
    return {};
  weights =
      b.evaluated(b.reshapePart(partOf(name, "weights"), weights, {w[0], *channels, w[3], w[4]}));
  ImageWindow plane = window.along(1, 2);
  Value y = b.part<nn::Conv2dOp>(partOf(name, "conv"), b.f32(), image, weights, bias, Value(),
                                 plane.strides, plane.pads, plane.dilations, uint64_t(groups));
  std::optional<nn::Dim> depth =
      nn::slide(from[2], {window.kernel[0], window.strides[0], window.dilations[0],
                          window.padLow(0), window.padHigh(0)});
  if (!b.ok())
    return {};
  nn::SymbolicShape shape = nn::symbolicShape(y);
  Value planes =
      b.reshapePart(partOf(name, "planes"), y, {from[0], *depth, shape[1], shape[2], shape[3]});
  return b.part<nn::TransposeOp>(name, b.f32(), planes, Ints{0, 2, 1, 3, 4});
}

Value convolve(LayerBinder &b, StringRef name, Value x, Value weights, Value bias,
               const ImageWindow &window, int64_t groups) {
  if (!b.ok())
    return {};
  if (window.rank() == 3)
    return convolve3d(b, name, x, weights, bias, window, groups);
  return b.part<nn::Conv2dOp>(name, b.f32(), x, weights, bias, Value(), window.strides, window.pads,
                              window.dilations, uint64_t(groups));
}

} // namespace qopt

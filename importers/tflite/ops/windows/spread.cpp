#include "importers/tflite/ops/windows/spread.h"

#include "ir/ops.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::tflite {

// The kernel's taps in the other order; constants that are dequantized.
static Value turned(Binder &b, Value weights) {
  auto dequantize = weights.getDefiningOp<nn::DequantizeOp>();
  std::optional<qrt::Tensor> stored =
      dequantize ? nn::constantTensor(dequantize.getInput()) : std::nullopt;
  b.support(stored && qrt::byteWidth(stored->type()) == 1, "with computed or wide weights");
  if (!b.ok())
    return {};
  const qrt::Shape &shape = stored->shape();
  const int64_t taps = shape[2] * shape[3], kernels = shape[0] * shape[1];
  qrt::Tensor result = qrt::Tensor::allocate(stored->type(), shape);
  const auto *from = static_cast<const uint8_t *>(stored->data());
  auto *to = static_cast<uint8_t *>(result.mutableData());
  for (int64_t k = 0; k < kernels; ++k)
    std::reverse_copy(from + k * taps, from + (k + 1) * taps, to + k * taps);
  auto type = cast<RankedTensorType>(dequantize.getInput().getType());
  return b.part<nn::DequantizeOp>("turned", b.f32(), b.constantPart("kernel", type, result));
}

// [N, I, H·s, W·t]: s − 1 rows and t − 1 columns of zeros behind each.
static Value spread(Binder &b, Value x, ArrayRef<int64_t> strides) {
  SmallVector<nn::Dim> shape = dimsOf(x);
  const nn::Dim one = nn::staticDim(1);
  auto times = [](const nn::Dim &size, int64_t n) { return nn::staticDim(size.value() * n); };
  x = b.reshapePart("apart", x, {shape[0], shape[1], shape[2], one, shape[3], one});
  x = b.part<nn::PadOp>("zeros", b.f32(), x, Ints(6, 0),
                        Ints{0, 0, 0, strides[0] - 1, 0, strides[1] - 1}, APFloat(0.0f));
  return b.reshapePart(
      "spread", x, {shape[0], shape[1], times(shape[2], strides[0]), times(shape[3], strides[1])});
}

Value convolveSpread(Binder &b, Value x, Value weights, Value bias, ArrayRef<int64_t> strides,
                     ArrayRef<int64_t> low, ArrayRef<int64_t> sizes) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x), kernel = dimsOf(weights);
  b.support(shape[2].isStatic() && shape[3].isStatic(), "on images of open size; give --shape");
  weights = turned(b, weights);
  Ints pads(4, 0);
  SmallVector<nn::Dim> kept{shape[0], shape[1]};
  for (size_t i = 0; i < 2 && b.ok(); ++i) {
    const int64_t taps = kernel[2 + i].value(), length = shape[2 + i].value() * strides[i];
    const int64_t before = taps - 1 - low[i], behind = sizes[i] - length + low[i];
    b.support(before >= 0, "with pads wider than its window");
    pads[i] = before;
    pads[2 + i] = std::max<int64_t>(behind, 0);
    kept.push_back(nn::staticDim(length + std::min<int64_t>(behind, 0)));
    b.support(kept.back().value() > 0, "whose result leaves elements out");
  }
  if (b.ok())
    x = spread(b, x, strides);
  if (b.ok() && dimsOf(x) != kept)
    x = b.partAs<nn::SliceOp>("kept", kept, b.f32(), x, Ints(4, 0), Ints(4, 1));
  return b.part<nn::Conv2dOp>("conv", b.f32(), x, weights, bias, Value(), Ints{1, 1}, pads,
                              Ints{1, 1}, uint64_t(1));
}

} // namespace qopt::tflite

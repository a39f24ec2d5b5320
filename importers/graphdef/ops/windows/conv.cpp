// Conv2D, Conv3D, DepthwiseConv2dNative and Conv2DBackpropInput.
#include "importers/common/ops/convolutions.h"
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/windows/window.h"
#include "ir/ops.h"
#include "ir/types/dim_order.h"

using namespace mlir;

namespace qopt::graphdef {

// [C, M, H, W] → [C·M, 1, H, W].
static Ints joined(ArrayRef<int64_t> shape) { return {shape[0] * shape[1], 1, shape[2], shape[3]}; }
static Ints unchanged(ArrayRef<int64_t> shape) { return Ints(shape); }

// Reads input 1 with its dimensions in another order, then under the shape that `view` makes of
// that. A constant becomes the layer's own copy.
static Value weightsIn(Binder &b, ArrayRef<int64_t> order,
                       function_ref<Ints(ArrayRef<int64_t>)> view = unchanged) {
  if (!b.ok())
    return {};
  const int64_t rank = int64_t(order.size());
  auto needs = [&](int64_t have) {
    b.require(have == rank, "its filter has rank " + Twine(have) + ", needs " + Twine(rank));
  };
  if (b.isConstant(1)) {
    qrt::Tensor tensor;
    if (!b.reals(1, tensor).ok())
      return {};
    needs(int64_t(tensor.shape().size()));
    if (!b.ok())
      return {};
    qrt::Tensor moved = inOrder(tensor, order);
    Ints shape = view(moved.shape());
    return b.constantPart("weights", RankedTensorType::get(shape, b.f32()),
                          moved.reshaped({shape.begin(), shape.end()}));
  }
  Value weights;
  if (!b.input(1, weights).ok())
    return {};
  needs(rankOf(weights));
  if (!b.ok())
    return {};
  weights = b.part<nn::TransposeOp>("weights", b.f32(), weights, order);
  auto type = b.ok() ? cast<RankedTensorType>(weights.getType()) : RankedTensorType();
  b.support(!b.ok() || type.hasStaticShape(), "of a filter whose sizes vary");
  if (!b.ok())
    return {};
  Ints shape = view(type.getShape());
  if (ArrayRef(shape) == type.getShape())
    return weights;
  return b.reshapePart("filter", weights, llvm::map_to_vector(shape, nn::staticDim));
}

static Ints kernelOf(Value weights) {
  return Ints(cast<RankedTensorType>(weights.getType()).getShape().drop_front(2));
}

// Takes zeros around an image [N, C, …] into the window: the convolution adds them itself.
static Value withoutZeros(Value x, ImageWindow &window) {
  auto pad = x.getDefiningOp<nn::PadOp>();
  auto value = pad ? dyn_cast<FloatAttr>(pad.getValue()) : FloatAttr();
  if (!value || !value.getValue().isPosZero())
    return x;
  ArrayRef<int64_t> low = pad.getLow(), high = pad.getHigh();
  if (low[0] || high[0] || low[1] || high[1])
    return x;
  for (size_t i = 0; i < window.rank(); ++i) {
    window.pads[i] += low[i + 2];
    window.pads[i + window.rank()] += high[i + 2];
  }
  return pad.getInput();
}

// `groups` divides C and the filter's channels.
static void convolution(Binder &b, const ImageInput &image, Value weights, int64_t groups) {
  if (!b.ok())
    return;
  ImageWindow window;
  window.kernel = kernelOf(weights);
  b.bounded(window.kernel, 1, (int64_t(1) << 31) - 1, "filter size");
  readWindow(b, image, window);
  if (!b.ok())
    return;
  Value x = withoutZeros(image.x, window);
  bindAs(b, image, convolve(b, "", x, weights, Value(), window, groups));
}

// [kernel…, C / groups, M] → [M, C / groups, kernel…].
template <int64_t rank> static void conv(Binder &b) {
  b.arity(2, 2);
  ImageInput image = readImage(b, 0, rank);
  Ints order{rank - 1, rank - 2};
  for (int64_t i = 0; i + 2 < rank; ++i)
    order.push_back(i);
  Value weights = weightsIn(b, order);
  if (!b.ok())
    return;
  nn::Dim channels = nn::symbolicShape(image.x)[1], each = nn::symbolicShape(weights)[1];
  b.support(channels.isStatic() && each.isStatic(), "of channels that vary; give --shape");
  if (!b.ok())
    return;
  b.require(each.value() >= 1 && channels.value() % each.value() == 0,
            "an image of " + Twine(channels.value()) + " channels and a filter of " +
                Twine(each.value()));
  if (b.ok())
    convolution(b, image, weights, channels.value() / each.value());
}

// The filter is [H, W, C, M].
static void depthwise(Binder &b) {
  b.arity(2, 2);
  ImageInput image = readImage(b, 0, 4);
  Value weights = weightsIn(b, {2, 3, 0, 1}, joined);
  if (!b.ok())
    return;
  nn::Dim channels = nn::symbolicShape(image.x)[1], out = nn::symbolicShape(weights)[0];
  b.support(channels.isStatic(), "of channels that vary; give --shape");
  if (!b.ok())
    return;
  b.require(channels.value() >= 1 && out.value() % channels.value() == 0,
            "an image of " + Twine(channels.value()) + " channels and a filter that gives " +
                Twine(out.value()));
  if (b.ok())
    convolution(b, image, weights, channels.value());
}

// Reads the sizes of the image among those that the file states: [N, …, C] or [N, C, …].
static Ints statedSizes(Binder &b, const ImageInput &image) {
  IntTensor stated;
  Ints sizes;
  b.ints(0, stated).require(stated.values.size() == 4, "input_sizes needs 4 entries");
  for (size_t i = 0; b.ok() && i < 2; ++i) {
    const nn::Dim &size = stated.values[i + (image.channelsLast ? 1 : 2)];
    b.support(size.isStatic(), "of input_sizes that vary; give --shape");
    sizes.push_back(b.ok() ? size.value() : 0);
  }
  return sizes;
}

// Chooses pads such that a window over a result of that size gives the image.
static void padTransposed(Binder &b, const ImageInput &image, const std::string &padding,
                          ArrayRef<int64_t> sizes, Transposition &t) {
  ImageWindow &w = t.window;
  auto shape = cast<RankedTensorType>(image.x.getType()).getShape().drop_front(2);
  for (size_t i = 0; i < 2 && b.ok(); ++i) {
    b.support(!ShapedType::isDynamic(shape[i]), "of images of dynamic size; give --shape");
    b.bounded(sizes[i], 1, (int64_t(1) << 31) - 1, "input size");
    if (!b.ok())
      return;
    const int64_t reach = w.axis(i, 1).reach(), stride = w.strides[i];
    const int64_t places = padding == "SAME"  ? (sizes[i] + stride - 1) / stride
                           : sizes[i] < reach ? 0
                                              : (sizes[i] - reach) / stride + 1;
    b.require(places == shape[i], "a window over " + Twine(sizes[i]) + " elements has " +
                                      Twine(places) + " places, its input " + Twine(shape[i]));
    if (!b.ok())
      return;
    if (padding == "SAME")
      w.pads[i] = samePads(w.axis(i, sizes[i]), /*extraLow=*/false).first;
    const int64_t whole = (shape[i] - 1) * stride + reach;
    const int64_t high = whole - w.pads[i] - sizes[i];
    w.pads[i + 2] = std::max<int64_t>(high, 0);
    t.extra[i] = std::max<int64_t>(-high, 0);
  }
}

// [H, W, M, C] → [C, M, H, W].
static void convTranspose(Binder &b) {
  Transposition t;
  b.arity(3, 3);
  ImageInput image = readImage(b, 2, 4);
  Value weights = weightsIn(b, {3, 2, 0, 1});
  if (!b.ok())
    return;
  t.window.kernel = kernelOf(weights);
  t.extra.assign(2, 0);
  const std::string padding = readStrides(b, image, t.window);
  b.support(padding != "EXPLICIT", "with padding EXPLICIT");
  Ints sizes = statedSizes(b, image);
  if (b.ok())
    padTransposed(b, image, padding, sizes, t);
  if (b.ok())
    bindAs(b, image, convolveTransposed(b, image.x, weights, Value(), t));
}

ArrayRef<OpEntry> convOps() {
  static constexpr OpEntry ops[] = {{"Conv2D", conv<4>},
                                    {"Conv3D", conv<5>},
                                    {"DepthwiseConv2dNative", depthwise},
                                    {"Conv2DBackpropInput", convTranspose}};
  return ops;
}

} // namespace qopt::graphdef

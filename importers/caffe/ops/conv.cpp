// Convolution, Deconvolution and their depthwise forks; Im2col.
#include "importers/caffe/graph/op_table.h"
#include "importers/caffe/ops/window.h"
#include "importers/common/ops/convolutions.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

using proto::ConvolutionParameter;

namespace {
struct Conv {
  Value x, weights, bias;
  ImageWindow window;
  int64_t groups = 1;
};
} // namespace

// `transposed`: weights are [C, M / groups, …], otherwise [M, C / groups, …].
static Conv readConv(Binder &b, bool transposed, bool depthwise) {
  Conv conv;
  const ConvolutionParameter &p = b.param().convolution_param();
  b.support(b.outputCount() <= 1, "with several tops");
  b.arity(1, 1).support(p.axis() == 1, "with axis " + Twine(p.axis()));
  size_t rank = readImage(b, conv.x);
  if (!b.ok())
    return conv;
  conv.window = readWindow(b, p, rank);
  int64_t in = dimsOf(conv.x)[1].value(), out = p.num_output();
  conv.groups = depthwise ? in : p.group();
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  b.bounded(out, 1, most, "num_output").bounded(conv.groups, 1, most, "group");
  if (!b.ok())
    return conv;
  b.require(in % conv.groups == 0 && out % conv.groups == 0, Twine(in) + " channels in and " +
                                                                 Twine(out) + " out in " +
                                                                 Twine(conv.groups) + " groups");
  Ints sizes{transposed ? in : out, (transposed ? out : in) / std::max<int64_t>(conv.groups, 1)};
  sizes.append(conv.window.kernel);
  if (!b.ok() || !b.weights(0, "weights", sizes, conv.weights).ok())
    return conv;
  if (p.bias_term())
    b.weights(1, "bias", {out}, conv.bias);
  return conv;
}

template <bool depthwise> static void convolution(Binder &b) {
  Conv conv = readConv(b, /*transposed=*/false, depthwise);
  b.bindReal(0, convolve(b, "", conv.x, conv.weights, conv.bias, conv.window, conv.groups));
}

template <bool depthwise> static void deconvolution(Binder &b) {
  Conv conv = readConv(b, /*transposed=*/true, depthwise);
  if (!b.ok())
    return;
  Transposition t{conv.window, Ints(conv.window.rank(), 0), conv.groups};
  b.bindReal(0, convolveTransposed(b, conv.x, conv.weights, conv.bias, t));
}

// Every window's elements as channels: the one-hot weights of a convolution by channel.
static void im2col(Binder &b) {
  const ConvolutionParameter &p = b.param().convolution_param();
  Value x;
  b.arity(1, 1).support(p.axis() == 1, "with axis " + Twine(p.axis()));
  size_t rank = readImage(b, x);
  if (!b.ok())
    return;
  ImageWindow window = readWindow(b, p, rank);
  if (!b.ok())
    return;
  int64_t channels = dimsOf(x)[1].value(), taps = 1;
  for (int64_t size : window.kernel)
    taps = std::min<int64_t>(taps * size, 1 << 12);
  b.support(taps < 1 << 12 && channels * taps * taps <= int64_t(1) << 24, "of so large a window");
  if (!b.ok())
    return;
  Ints sizes{channels * taps, 1};
  sizes.append(window.kernel);
  qrt::Tensor hot = qrt::Tensor::allocate(qrt::ElementType::F32, {sizes.begin(), sizes.end()});
  std::span<float> values = hot.mutableValues<float>();
  for (int64_t row = 0; row < channels * taps; ++row)
    values[size_t(row * taps + row % taps)] = 1;
  Value weights = b.constantPart("weights", RankedTensorType::get(sizes, b.f32()), hot);
  b.bindReal(0, convolve(b, "", x, weights, Value(), window, channels));
}

static size_t convBlobs(const proto::LayerParameter &layer) {
  return layer.convolution_param().bias_term() ? 2 : 1;
}

ArrayRef<OpEntry> convOps() {
  static constexpr OpEntry ops[] = {{"Convolution", convolution<false>, convBlobs},
                                    {"ConvolutionDepthwise", convolution<true>, convBlobs},
                                    {"DepthwiseConvolution", convolution<true>, convBlobs},
                                    {"Deconvolution", deconvolution<false>, convBlobs},
                                    {"DeconvolutionDepthwise", deconvolution<true>, convBlobs},
                                    {"Im2col", im2col}};
  return ops;
}

} // namespace qopt::caffe

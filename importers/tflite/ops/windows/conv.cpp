// CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV, CONV_3D, CONV_3D_TRANSPOSE.
#include "importers/common/ops/convolutions.h"
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/ops/hybrid/convolution.h"
#include "importers/tflite/ops/windows/spread.h"
#include "importers/tflite/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

template <typename Options> static ImageWindow planeOf(const Options &said) {
  ImageWindow window;
  window.strides = {said.stride_h(), said.stride_w()};
  window.dilations = {said.dilation_h_factor(), said.dilation_w_factor()};
  return window;
}

static void takeKernel(Binder &b, Value weights, ImageWindow &window) {
  b.require(!b.ok() || rankOf(weights) > 2, "weights are no windows");
  if (b.ok())
    window.kernel.assign(cast<RankedTensorType>(weights.getType()).getShape().drop_front(2));
}

// Weights [M, I, kernel…] by now. There are as many groups as I goes into the input's channels.
static int64_t groupsOf(Binder &b, Value x, Value weights) {
  if (!b.ok())
    return 1;
  b.support(dimsOf(weights)[1].isStatic(), "with weights of open size");
  if (!b.ok())
    return 1;
  const int64_t channels = dimsOf(x)[1].value(), each = dimsOf(weights)[1].value();
  b.require(each > 0 && channels % each == 0,
            "weights of " + Twine(each) + " channels do not divide the input's " + Twine(channels));
  return b.ok() ? channels / each : 1;
}

// It reads weights by `weightOrder` as [M, C of a group, kernel…].
template <typename Options> static void convolution(Binder &b, const Order &weightOrder) {
  const auto *said = b.arity(2, 3).options<Options>();
  b.require(said, "has no options");
  Value x, weights;
  readImage(b, x);
  b.needChannelScales(1, 0, weightOrder[0]);
  const bool rounds = isHybrid(b, 0, 1);
  const PlainWeights plain = rounds ? plainWeights(b, 1, weightOrder) : PlainWeights();
  weights = rounds ? plain.steps : b.weights(1, weightOrder);
  Value bias = b.bias(2, 0, 1);
  if (!b.ok())
    return;
  ImageWindow window = planeOf(*said);
  takeKernel(b, weights, window);
  pad(b, x, said->padding(), window);
  const int64_t groups = groupsOf(b, x, weights);
  Value y = rounds ? convolveRounded(b, x, plain, bias, window, groups)
                   : convolve(b, "conv", x, weights, bias, window, groups);
  b.bindReal(0, b.activated(y, said->fused_activation_function()), channelsFirst(4));
}

static void conv2d(Binder &b) { convolution<schema::Conv2DOptions>(b, {0, 3, 1, 2}); }

// Weights [1, kernel, C·multiplier]: result channel c·multiplier + m is of input channel c.
static void depthwise(Binder &b) { convolution<schema::DepthwiseConv2DOptions>(b, {3, 0, 1, 2}); }

// The pads are those of the convolution whose gradient this is: from the result to the input.
static void placeResult(Binder &b, Value x, const Ints &sizes, schema::Padding padding,
                        Transposition &t) {
  SmallVector<nn::Dim> shape = dimsOf(x);
  const size_t rank = t.window.rank();
  t.window.pads.assign(2 * rank, 0);
  for (size_t i = 0; b.ok() && i < rank; ++i) {
    b.support(shape[2 + i].isStatic(), "on images of open size; give --shape");
    b.require(sizes[1 + i] >= 1, "asks for a result of size " + Twine(sizes[1 + i]));
    if (!b.ok())
      return;
    WindowAxis axis = t.window.axis(i, sizes[1 + i]);
    if (padding == schema::Padding::SAME)
      std::tie(t.window.pads[i], t.window.pads[i + rank]) = samePads(axis, /*extraLow=*/false);
    const int64_t full = axis.stride * (shape[2 + i].value() - 1) + axis.reach();
    t.extra.push_back(sizes[1 + i] - (full - t.window.padLow(i) - t.window.padHigh(i)));
  }
}

// Returns the result's sizes; where a caller gives them, the file says them of the result.
static Ints resultSizes(Binder &b, int64_t rank) {
  Ints sizes;
  const schema::Tensor *result = b.outputTensor(0);
  if (b.ok() && !b.isKnownInts(0) && result)
    sizes.assign(elementsOf(result->shape()).begin(), elementsOf(result->shape()).end());
  else
    b.ints(0, sizes);
  b.require(!b.ok() || int64_t(sizes.size()) == rank, "needs a size for each dimension");
  return sizes;
}

// Inputs are the result's sizes, weights and image. Weights [C, M, kernel…] by `weightOrder`.
static void transposed(Binder &b, const Order &weightOrder, schema::Padding padding,
                       schema::ActivationFunctionType activation, Transposition t) {
  const int64_t rank = int64_t(weightOrder.size());
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  const Ints sizes = resultSizes(b, rank);
  // A transposed convolution of steps is one sum, by weights [M, C, kernel…].
  const bool isOfSteps = rank == 4 && b.inputSteps(2) && b.outputSteps(0) && b.isConstant(1);
  b.needChannelScales(1, 2, weightOrder[1]);
  Value x = b.real(2, channelsFirst(rank));
  Value weights = b.weights(1, isOfSteps ? Order{0, 3, 1, 2} : weightOrder);
  Value bias = b.bias(3, 2, 1);
  if (!b.ok())
    return;
  b.require(rankOf(x) == rank, "an image of rank " + Twine(rankOf(x)) + ", not " + Twine(rank));
  takeKernel(b, weights, t.window);
  b.bounded(t.window.strides, 1, most, "stride").bounded(t.window.kernel, 1, most, "window size");
  if (b.ok())
    placeResult(b, x, sizes, padding, t);
  if (!b.ok())
    return;
  Value y = isOfSteps
                ? convolveSpread(b, x, weights, bias, t.window.strides,
                                 ArrayRef(t.window.pads).take_front(2), ArrayRef(sizes).slice(1, 2))
                : convolveTransposed(b, x, weights, bias, t);
  b.bindReal(0, b.activated(y, activation), channelsFirst(rank));
}

static void transposeConv(Binder &b) {
  const auto *said = b.arity(3, 4).options<schema::TransposeConvOptions>();
  b.require(said, "has no options");
  Transposition t;
  t.window.dilations = {1, 1};
  if (!b.ok())
    return;
  t.window.strides = {said->stride_h(), said->stride_w()};
  transposed(b, {3, 0, 1, 2}, said->padding(), said->fused_activation_function(), t);
}

static void conv3dTranspose(Binder &b) {
  const auto *said = b.arity(3, 4).options<schema::Conv3DOptions>();
  b.require(said, "has no options");
  Transposition t;
  if (!b.ok())
    return;
  t.window.strides = {said->stride_d(), said->stride_h(), said->stride_w()};
  t.window.dilations = {said->dilation_d_factor(), said->dilation_h_factor(),
                        said->dilation_w_factor()};
  transposed(b, {4, 3, 0, 1, 2}, said->padding(), said->fused_activation_function(), t);
}

static void conv3d(Binder &b) {
  const auto *said = b.arity(2, 3).options<schema::Conv3DOptions>();
  b.require(said, "has no options");
  b.needChannelScales(1, 0, 4);
  Value x = b.real(0, channelsFirst(5)), weights = b.weights(1, {4, 3, 0, 1, 2});
  Value bias = b.bias(2, 0, 1);
  if (!b.ok())
    return;
  b.require(rankOf(x) == 5, "an image of rank " + Twine(rankOf(x)) + ", not 5");
  ImageWindow window;
  window.strides = {said->stride_d(), said->stride_h(), said->stride_w()};
  window.dilations = {said->dilation_d_factor(), said->dilation_h_factor(),
                      said->dilation_w_factor()};
  takeKernel(b, weights, window);
  pad(b, x, said->padding(), window);
  b.support(!b.ok() || dimsOf(x)[1].isStatic(), "of an input whose channels vary; give --shape");
  Value y = convolve(b, "conv", x, weights, bias, window, groupsOf(b, x, weights));
  b.bindReal(0, b.activated(y, said->fused_activation_function()), channelsFirst(5));
}

ArrayRef<OpEntry> convOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{CONV_2D, conv2d},
                                    {DEPTHWISE_CONV_2D, depthwise},
                                    {TRANSPOSE_CONV, transposeConv},
                                    {CONV_3D, conv3d},
                                    {CONV_3D_TRANSPOSE, conv3dTranspose}};
  return ops;
}

} // namespace qopt::tflite

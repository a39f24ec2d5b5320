// A filter for each channel, on cards: an item holds neighbouring pixels of neighbouring channels
// (docs/decisions/lowering/depthwise-on-cards.md).
#include "lowering/emit/extents.h"
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/packing.h"
#include "lowering/emit/products/reasons.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>

namespace qopt::kernels::conv2d_depthwise_vector {
namespace {

using qrt::Conv2dCall;

constexpr uint32_t workGroup = 128;

/// Each entry gives an item's pixels and channels, the most pixels first.
constexpr KernelParameters space[] = {
    {.pixels = 4, .channels = 8}, {.pixels = 4, .channels = 4}, {.pixels = 4, .channels = 2},
    {.pixels = 4, .channels = 1}, {.pixels = 2, .channels = 8}, {.pixels = 2, .channels = 4},
    {.pixels = 2, .channels = 2}, {.pixels = 2, .channels = 1}, {.pixels = 1, .channels = 8},
    {.pixels = 1, .channels = 4}, {.pixels = 1, .channels = 2}, {.pixels = 1, .channels = 1},
};
constexpr int mostChannels = 8;

/// Returns the items of a sample.
int64_t itemsOf(const qrt::Conv2dShape &shape, const KernelParameters &p) {
  return shape.out[0] * divideUp(shape.out[1], p.pixels) * divideUp(shape.outChannels, p.channels);
}

std::string against(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call), whyNotGpu(site.device),
                      whyNotConstant(call.weights), whyNotDepthwise(call)});
}

std::string againstParameters(const CallSite &, const Conv2dCall &call, const KernelParameters &p) {
  if (p.pixels < 1 || p.channels < 1)
    return "parameters out of range";
  return whyPixelsNot(call, p.channels);
}

// Instructions of an item: it loads a vector for each tap of the weights and for each column that
// its windows cover, and takes it apart.
double instructionsOf(const Conv2dCall &call, const KernelParameters &p) {
  const qrt::Window2d &window = call.shape.window;
  const int64_t width = window.kernel[1];
  const int64_t covered = (p.pixels - 1) * window.stride[1] + (width - 1) * window.dilation[1] + 1;
  const int64_t vectorBytes = p.channels * int64_t(qrt::byteWidth(call.input.type.type));
  const double loads = double(divideUp(vectorBytes, 16));
  const double columns = double(std::min(covered, width * p.pixels));
  const double rowLoads = (columns + double(width)) * (3 * loads + p.channels);
  const double products = double(width * p.pixels * p.channels);
  constexpr double begin = 40, aResult = 20;
  return begin + double(window.kernel[0]) * (rowLoads + products) + aResult * p.pixels * p.channels;
}

// Fewer items than fill a card take as long as those that do.
double cost(const CallSite &site, const Conv2dCall &call, const KernelParameters &p,
            int64_t batch) {
  constexpr int64_t fills = 1024; // items of a multiprocessor
  const int64_t items = std::max(call.samples.at(batch) * itemsOf(call.shape, p),
                                 int64_t(site.device.computeUnits) * fills);
  return double(items) * instructionsOf(call, p);
}

// Returns whether sums of bytes are exact in f32: no part of one reaches 2^24, from where on f32
// leaves integers out.
bool isExactInFloats(const Conv2dCall &call) {
  const auto &kernel = call.shape.window.kernel;
  const qrt::ElementType weights = qrt::widenedType(call.weights.type.type);
  const int64_t largest = qrt::isSigned(weights) ? 128 : 255;
  return qrt::is8Bit(call.input.type.type) && qrt::is8Bit(weights) && !call.input.zeroPoint &&
         isSymmetric(call.weights) && kernel[0] * kernel[1] * 255 * largest < int64_t(1) << 24;
}

// Weights that stay bytes are a quarter to load, and each item takes them apart: what pays where
// an item loads vectors of them for few pixels. conv2d.gpu.depthwise.dot leaves such calls here
// where windows have holes or rows of two taps, or the device has no dot products.
bool keepsBytes(const Conv2dCall &call, const KernelParameters &p) {
  return isExactInFloats(call) && p.pixels <= 2 && p.channels >= 4;
}

qrt::ElementType packedType(const Conv2dCall &call, const KernelParameters &p) {
  return isExactInFloats(call) && !keepsBytes(call, p) ? qrt::ElementType::F32
                                                       : qrt::widenedType(call.weights.type.type);
}

/// Returns whether an item loads all its weights before its input is there: it has two pixels at
/// most, and the weights fit 36 registers.
bool loadsWeightsEarly(const Conv2dCall &call, const KernelParameters &p) {
  constexpr int64_t mostBytes = 144;
  const auto &kernel = call.shape.window.kernel;
  return p.pixels <= 2 &&
         kernel[0] * kernel[1] * p.channels * int64_t(qrt::byteWidth(packedType(call, p))) <=
             mostBytes;
}

std::optional<qrt::LoadStep> packing(const CallSite &, const Conv2dCall &call,
                                     const KernelParameters &p) {
  return conv_weights::taps(call, mostChannels, packedType(call, p));
}

void define(LaunchDraft &draft, const Conv2dCall &call) {
  const KernelParameters &p = draft.choice.parameters;
  draft.define("PIXELS", p.pixels);
  draft.define("CHANNELS", p.channels);
  const qrt::ElementType input = call.input.type.type;
  const bool areFloats = qrt::isFloat(input) || isExactInFloats(call);
  draft.define("EXACT_FLOATS", isExactInFloats(call));
  draft.define("BYTE_WEIGHTS", keepsBytes(call, p));
  draft.define("EARLY_WEIGHTS", loadsWeightsEarly(call, p));
  // Signed bytes with their sign flipped count from 0.
  const auto flipped = [](qrt::ElementType type) { return qrt::isSigned(type) ? 128 : 0; };
  draft.define("FLIPPED", flipped(input));
  draft.define("WEIGHT_FLIPPED", flipped(qrt::widenedType(call.weights.type.type)));
  draft.define("VALUE_TYPE", areFloats ? "f32" : "i32");
  draft.define("VECTOR_STORES", storesVectors(call, p.channels));
  defineMultiplyAdd(draft, areFloats ? qrt::ElementType::F32 : input);
}

void launch(LaunchDraft &draft, const Conv2dCall &call) {
  draft.beginEarly();
  draft.items(timesExtent(call.samples, itemsOf(call.shape, draft.choice.parameters)), 1,
              workGroup);
}

qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  return emitConv2d(draft, call,
                    {.pitch = roundUp(call.shape.outChannels, mostChannels),
                     .defineTile = [&] { define(draft, call); },
                     .launch = [&] { launch(draft, call); }});
}

constexpr DeviceKernel kernels[] = {
    {.name = "conv2d.gpu.depthwise",
     .family = Conv2dCall::family,
     .preference = 200,
     .text = {"conv2d_depthwise_vector", "conv2d_depthwise_vector.cl"},
     .against = typed<against>,
     .emit = typed<emit>,
     .space = space,
     .againstParameters = typed<againstParameters>,
     .cost = typed<cost>,
     .packing = typed<packing>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_depthwise_vector

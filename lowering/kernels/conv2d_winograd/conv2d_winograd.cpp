// Windows of floats by Winograd's products of transformed tiles, larger ones as parts of 3 × 3.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::conv2d_winograd {
namespace {

constexpr int64_t stepChannels = 8; // of inputs

/// Tile and items are the kernel's own: its sums fill a multiprocessor's registers.
constexpr KernelParameters space[] = {{.pixels = 128, .channels = 64, .down = 8, .resident = 1}};

std::string against(const TensorConv &conv, const KernelParameters &p) {
  const qrt::Window2d &window = conv.shape.window;
  const qrt::Window2d unit{window.kernel, {1, 1}, {1, 1}, window.padBegin};
  if (window != unit || window.kernel[0] < 3 || window.kernel[1] < 3)
    return "needs windows of 3 × 3 or more, of stride and dilation 1";
  if (conv.shape.inChannels < 16 || conv.pixels() < 16)
    return "needs 16 channels and pixels";
  if (p != space[0])
    return "parameters out of range";
  if (conv.shape.outChannels % 4 != 0)
    return "needs channels of whole lanes";
  return whyPitchNot(conv, 4);
}

// Two stages of eight input channels, and half of the sums.
int64_t localBytes(const TensorConv &, const KernelParameters &p) {
  return 16 * 4 * (2 * stepChannels * (p.pixels / 4 + p.channels) + p.pixels / 4 * p.channels / 2);
}

// A step is of eight input channels: 1,024 products of each of 256 items, and what they transform.
// Of a part without all rows and columns a quarter of them is left out.
double cost(const TensorLaunch &launch) {
  using tensor_cost::divideUp;
  constexpr double stepCycles = 2700, leftOut = 500, endCycles = 4500;
  const qrt::Conv2dShape &shape = launch.conv.shape;
  const auto &kernel = shape.window.kernel;
  const double parts = double(qrt::winogradParts(kernel));
  const double whole = double(kernel[0] / 3 * (kernel[1] / 3));
  const double patches =
      launch.samples * divideUp(double(shape.out[0]), 2) * divideUp(double(shape.out[1]), 2);
  const double tiles =
      divideUp(patches, launch.p.pixels / 4.0) * divideUp(launch.channels, launch.p.channels);
  const double steps = divideUp(double(shape.inChannels), stepChannels);
  const double cycles = steps * (parts * stepCycles - (parts - whole) * leftOut) + endCycles;
  return tensor_cost::launchCycles +
         std::max(divideUp(tiles, launch.units) * cycles, launch.movingAll());
}

void define(LaunchDraft &) {}

void launchPatches(LaunchDraft &draft, const TensorConv &conv) {
  const KernelParameters &p = draft.choice.parameters;
  const int64_t room = int64_t(draft.device.computeUnits) * p.resident;
  const int64_t patches = divideUp(conv.shape.out[0], 2) * divideUp(conv.shape.out[1], 2);
  const qrt::Extent groups = groupsFor(draft, conv.samples, room, [&](int64_t samples) {
    return divideUp(samples * patches, p.pixels / 4) * divideUp(conv.shape.outChannels, p.channels);
  });
  draft.groups(groups, 1, uint32_t(warpItems(p)));
}

/// OIHW → [part of 3×3][in, padded to a step][16][out, padded to the tile].
qrt::LoadStep packing(const qrt::Conv2dCall &call, const TensorConv &, const KernelParameters &p) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels, h = shape.window.kernel[0], w = shape.window.kernel[1];
  const int64_t padded = roundUp(in, stepChannels), pitch = roundUp(shape.outChannels, p.channels);
  qrt::LoadTileFactors copy;
  copy.source = call.weights.operand.index;
  copy.targetShape = {qrt::winogradParts({h, w}), padded, qrt::winogradFactors, pitch};
  copy.walk.sizes = {shape.outChannels, in, h, w};
  copy.from.strides = {in * h * w, h * w, w, 1};
  copy.to.strides = {1, qrt::winogradFactors * pitch, padded * qrt::winogradFactors * pitch, pitch};
  return copy;
}

// Channels are neighbours, and from one to the next are as many as there are.
int64_t weightPitch(const qrt::LoadStep &packing) { return qrt::shapeOf(packing).back(); }

// A range of batches has factors of its own where they save more products than they take to wait
// for: packed beside what others read.
constexpr TensorCoreKernel kernel{
    .text = {"conv2d_winograd", "conv2d_winograd.cl", "tensor_core.h", "winograd_patches.h"},
    .sumsOtherTerms = true,
    .against = against,
    .localBytes = localBytes,
    .cost = cost,
    .define = define,
    .launch = launchPatches,
    .packing = packing,
    .weightPitch = weightPitch,
    .packsBeside = true};

constexpr DeviceKernel kernels[] = {
    tensorConv2d<kernel, tensorFloats, 4>("conv2d.winograd", space)};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_winograd

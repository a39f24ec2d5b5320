// First layers: pixels of four channels, a window's rows as products.
#include "lowering/emit/tensor/tensor_kernel.h"

#include <algorithm>

namespace qopt::kernels::conv2d_mma_first {
namespace {

using qrt::ElementType;

/// Channels of a group.
int64_t widthOf(const TensorConv &conv) { return qrt::is8Bit(conv.input.type) ? 64 : 32; }

std::string against(const TensorConv &conv, const KernelParameters &p) {
  const qrt::Window2d &window = conv.shape.window;
  if (conv.shape.pixelPitch() != 4)
    return "needs pixels of four channels";
  if (conv.shape.in[1] % 4 != 0 || window.kernel[0] > 7 || window.kernel[1] > 8 ||
      window.dilation[0] != 1 || window.dilation[1] != 1)
    return "needs rows of whole chunks, windows of 7 rows and 8 columns at most";
  if (conv.shape.outChannels % widthOf(conv) != 0 || conv.side)
    return "needs " + std::to_string(widthOf(conv)) + " channels at a time and no residual";
  if (p.blockRows < 1 || p.blockRows > 16)
    return "parameters out of range";
  return whyPitchNot(conv, 16);
}

int items(const KernelParameters &) { return 128; }

int64_t localBytes(const TensorConv &conv, const KernelParameters &p) {
  const qrt::Window2d &window = conv.shape.window;
  const int64_t left = roundUp(window.padBegin[1], 4);
  const int64_t needed =
      left - window.padBegin[1] + roundUp(conv.shape.out[1], 16) * window.stride[1] + 8;
  const int64_t width = roundUp(std::max(needed, left + conv.shape.in[1]), 4);
  return 2 * ((p.blockRows - 1) * window.stride[0] + window.kernel[0]) * width * 4 *
         int64_t(qrt::byteWidth(conv.input.type));
}

double cost(const TensorLaunch &launch) {
  using namespace tensor_cost;
  const KernelParameters &p = launch.p;
  const TensorConv &conv = launch.conv;
  const qrt::Window2d &window = conv.shape.window;
  const double width = double(widthOf(conv));
  const double blocks = launch.samples * divideUp(double(conv.shape.out[0]), p.blockRows);
  const double here = divideUp(blocks * (launch.channels / width), launch.units);
  const double concurrent = std::min(launch.resident(), here);
  const double rows = (p.blockRows - 1) * double(window.stride[0]) + double(window.kernel[0]);
  const double outputs = p.blockRows * divideUp(double(conv.shape.out[1]), 16) * 16 * width;
  const double products = 8.0 * double(conv.pitchBytes() * window.kernel[0]) / launch.rate();
  const double work = outputs * (launch.instructionsAnOutput() / lanes + products) +
                      rows * double(conv.shape.in[1] * conv.pitchBytes()) / cacheBytes;
  const double alone = copyLatency + 1.5 * work;
  return launchCycles + 2000 +
         std::max(divideUp(here, concurrent) * concurrent * std::max(work, alone / concurrent),
                  launch.movingAll());
}

void define(LaunchDraft &draft) { draft.define("BLOCK_ROWS", draft.choice.parameters.blockRows); }

void launchBlocks(LaunchDraft &draft, const TensorConv &conv) {
  const KernelParameters &p = draft.choice.parameters;
  const int64_t across = conv.shape.outChannels / widthOf(conv);
  const int64_t room = int64_t(draft.device.computeUnits) * p.resident / across;
  const qrt::Extent groups =
      groupsFor(draft, conv.samples, std::max<int64_t>(1, room), [&](int64_t samples) {
        return samples * divideUp(conv.shape.out[0], p.blockRows);
      });
  draft.groups(groups, across, uint32_t(items(p)));
}

/// OIHW → [out][ky][8 pixels][4 channels], the window behind as many pixels as
/// conv2d_mma_first.cl's SHIFT says.
qrt::LoadStep packing(const qrt::Conv2dCall &call, const TensorConv &, const KernelParameters &) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels, h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = call.weights.operand.index;
  copy.type = call.weights.type.type;
  copy.targetShape = {shape.outChannels, h, 8, 4};
  copy.walk.sizes = {shape.outChannels, in, h, w};
  copy.from.strides = {in * h * w, h * w, w, 1};
  copy.to.strides = {h * 32, 1, 32, 4};
  const int64_t pad = shape.window.padBegin[1];
  if (copy.type == ElementType::F16 && shape.window.stride[1] % 2 == 0 && w < 8)
    copy.to.offset = (roundUp(pad, 4) - pad) % 2 * 4;
  return copy;
}

constexpr TensorCoreKernel kernel{
    .text = {"conv2d_mma_first", "conv2d_mma_first.cl", "tensor_core.h"},
    .preference = 90, // pads a first layer to the least
    .against = against,
    .items = items,
    .localBytes = localBytes,
    .cost = cost,
    .define = define,
    .launch = launchBlocks,
    .packing = packing};

constexpr KernelParameters space[] = {{.blockRows = 4, .resident = 2},
                                      {.blockRows = 2, .resident = 2},
                                      {.blockRows = 1, .resident = 2}};

constexpr DeviceKernel kernels[] = {
    tensorConv2d<kernel, byteTypes, 4>("conv2d.first", space),
    tensorConv2d<kernel, tensorHalves, 4>("conv2d.first.f16", space),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_mma_first

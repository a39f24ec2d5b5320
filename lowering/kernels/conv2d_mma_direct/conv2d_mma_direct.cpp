// Windows of one pixel: warps hold their channels' weights and run along the pixels.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::conv2d_mma_direct {
namespace {

constexpr int stripPixels = 16, stripChannels = 64; // of a warp

std::string whyWindowNot(const TensorConv &conv) {
  const qrt::Window2d &window = conv.shape.window;
  if (window.kernel[0] != 1 || window.kernel[1] != 1 || window.padBegin[0] != 0 ||
      window.padBegin[1] != 0)
    return "is for windows of one pixel";
  if (conv.pitchBytes() % 64 != 0 || conv.pitchBytes() > 256)
    return "needs pixels of 64, 128, 192 or 256 bytes";
  // Weights are 0 in the padding, which may hold halves that are no numbers.
  return unless(qrt::is8Bit(conv.input.type) || conv.shape.pixelPitch() == conv.shape.inChannels,
                "needs pixels without padding");
}

std::string against(const TensorConv &conv, const KernelParameters &p) {
  const std::string reason = whyWindowNot(conv);
  if (!reason.empty())
    return reason;
  if (p.down < 1 || p.across < 1 || p.stages < 2 || p.stages > 8)
    return "parameters out of range";
  if (conv.shape.outChannels % (stripChannels * p.across) != 0)
    return "needs channels of whole warps";
  // An item holds so many registers for 64 channels; with fewer it would go by way of memory.
  const int64_t registers = 90 + 32 * (conv.pitchBytes() / 64);
  if (registersOf(p.resident * warpItems(p)) < registers)
    return "needs " + std::to_string(registers) + " registers an item";
  const size_t outputBytes = qrt::byteWidth(conv.result);
  if (conv.side && qrt::byteWidth(*conv.side) != (outputBytes == 1 ? 1u : 2u))
    return "needs a residual of the result's width";
  return whyPitchNot(conv, 16);
}

int64_t localBytes(const TensorConv &conv, const KernelParameters &p) {
  const int64_t side = conv.side ? 2 * int64_t(qrt::byteWidth(*conv.side)) : 0;
  return p.across * 512 + p.stages * (conv.pitchBytes() / 32 + side) * 512 * p.down * p.across;
}

double cost(const TensorLaunch &launch) {
  using namespace tensor_cost;
  const KernelParameters &p = launch.p;
  const double pitch = double(launch.conv.pitchBytes());
  const double blocks = launch.channels / (double(stripChannels) * p.across);
  const double room = std::max(1.0, double(int64_t(launch.units * p.resident / blocks)));
  const double strips = divideUp(launch.pixels, stripPixels); // of 64 channels each, a warp's
  const double groups = std::min(divideUp(strips, p.down), room);
  const double turns = divideUp(strips, groups * p.down); // of each warp
  const double concurrent = std::min(launch.resident(), divideUp(groups * blocks, launch.units));
  const double warps = concurrent * p.down * p.across, outputs = stripPixels * stripChannels;
  const double products = outputs * pitch / launch.rate();
  const double moved = outputs * launch.resultBytes() + 16.0 * pitch / p.across;
  const double work =
      together({products, moved / cacheBytes, outputs * launch.instructionsAnOutput() / lanes});
  const double alone = std::max(copyLatency / (p.stages - 1), 400 + 4 * work);
  return launchCycles + 500 + std::max(turns * std::max(warps * work, alone), launch.movingAll());
}

void define(LaunchDraft &draft) {
  const KernelParameters &p = draft.choice.parameters;
  draft.define("WARPS_DOWN", p.down);
  draft.define("WARPS_ACROSS", p.across);
  draft.define("STAGES", p.stages);
}

void launchStrips(LaunchDraft &draft, const TensorConv &conv) {
  const KernelParameters &p = draft.choice.parameters;
  const int64_t across = conv.shape.outChannels / (stripChannels * p.across);
  const int64_t room = int64_t(draft.device.computeUnits) * p.resident / across;
  const int64_t strip = stripPixels * p.down;
  const qrt::Extent groups =
      groupsFor(draft, conv.samples, std::max<int64_t>(1, room),
                [&](int64_t samples) { return divideUp(samples * conv.pixels(), strip); });
  draft.groups(groups, across, uint32_t(warpItems(p)));
}

constexpr TensorCoreKernel kernel{
    .text = {"conv2d_mma_direct", "conv2d_mma_direct.cl", "tensor_core.h"},
    .against = against,
    .localBytes = localBytes,
    .cost = cost,
    .define = define,
    .launch = launchStrips};

constexpr KernelParameters warps(int down, int across, int stages, int resident) {
  return {.down = down, .across = across, .stages = stages, .resident = resident};
}

constexpr KernelParameters space[] = {
    warps(1, 4, 3, 4), warps(1, 4, 5, 3), warps(2, 4, 3, 2), warps(2, 4, 5, 2), warps(4, 1, 3, 3),
    warps(4, 1, 4, 4), warps(4, 1, 3, 2), warps(2, 2, 4, 2), warps(8, 1, 4, 2),
};

constexpr DeviceKernel kernels[] = {
    tensorConv2d<kernel, byteTypes, 16>("conv2d.direct", space),
    tensorConv2d<kernel, tensorHalves, 8>("conv2d.direct.f16", space),
    tensorMatmul<kernel, byteTypes>("matmul.direct", space),
    tensorMatmul<kernel, tensorHalves>("matmul.direct.f16", space),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_mma_direct

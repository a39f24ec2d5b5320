// Tiles of pixels and channels by warp groups' products.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::conv2d_wgmma {
namespace {

std::string against(const TensorConv &conv, const KernelParameters &p) {
  const std::string reason = whyTileNot(conv, p);
  if (!reason.empty())
    return reason;
  if (p.pixels != 16 * p.down || p.pixels % 64 != 0 || p.across != 1 || p.deep != 1 ||
      (p.channels != 64 && p.channels != 128 && p.channels != 256) || p.depth > 128)
    return "needs four warps for each 64 pixels";
  return whyWarpsNot(conv, p);
}

double cost(const TensorLaunch &launch) {
  const KernelParameters &p = launch.p;
  return tilesCost(launch, {.rate = launch.rate(4096),
                            .takesSomeWarps = false,
                            .loaded = double(p.pixels + p.channels * (p.pixels / 64.0))});
}

void define(LaunchDraft &draft) {
  const KernelParameters &p = draft.choice.parameters;
  defineCopiedTiles(draft);
  draft.define("WIDTH", std::min(p.channels, 128));
  draft.define("PENDING", p.pending);
}

constexpr TensorCoreKernel kernel{
    .text = {"conv2d_wgmma", "conv2d_wgmma.cl", "tensor_core.h", "conv2d_tiles.h", "warp_groups.h"},
    .capability = 90,
    .usesWarpGroups = true,
    .takesGroups = true,
    .against = against,
    .localBytes = tileBytes,
    .cost = cost,
    .define = define,
    .launch = launchTiles,
    .writesAuxiliary = true};

/// A warp for each 16 pixels, 128 bytes a step.
constexpr KernelParameters wide(int pixels, int channels, int stages, int pending, int resident) {
  KernelParameters p = tensorTile(pixels, channels, {pixels / 16, 1, 1}, 128, stages, resident);
  p.pending = pending;
  return p;
}

constexpr KernelParameters space[] = {
    wide(64, 128, 3, 0, 3),  wide(64, 128, 2, 0, 4),  wide(64, 128, 4, 1, 2),
    wide(64, 64, 3, 0, 4),   wide(128, 64, 3, 0, 3),  wide(128, 128, 3, 0, 2),
    wide(128, 128, 4, 1, 1), wide(192, 128, 5, 1, 1), wide(128, 256, 4, 1, 1),
};

constexpr DeviceKernel kernels[] = {
    tensorConv2d<kernel, byteTypes, 16>("conv2d.wgmma", space),
    tensorConv2d<kernel, tensorHalves, 8>("conv2d.wgmma.f16", space),
    tensorMatmul<kernel, byteTypes>("matmul.wgmma", space),
    tensorMatmul<kernel, tensorHalves>("matmul.wgmma.f16", space),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_wgmma

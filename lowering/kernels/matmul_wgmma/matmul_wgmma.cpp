// Products of many rows by warp groups, one of which only copies.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt::kernels::matmul_wgmma {
namespace {

using namespace tensor_cost;

constexpr double cachedBytes = 40e6;

/// Pixels that are read one by one, as they lie.
bool readsRows(const qrt::Conv2dShape &shape) {
  const qrt::Window2d &window = shape.window;
  const std::array<int64_t, 2> one{1, 1}, none{0, 0};
  return window.kernel == one && window.stride == one && window.padBegin == none &&
         shape.in == shape.out;
}

std::string against(const TensorConv &conv, const KernelParameters &p) {
  const std::string reason = whyTileNot(conv, p);
  if (!reason.empty())
    return reason;
  if (conv.pitchBytes() % 16 != 0)
    return "needs pixels of whole 16 bytes";
  if (!readsRows(conv.shape))
    return "needs pixels that are read one by one";
  if (p.pixels != 16 * p.down || p.pixels % 64 != 0 || p.across != 1 || p.deep != 1 ||
      (p.channels != 128 && p.channels != 192 && p.channels != 256) || p.depth != 128 ||
      p.stages < 3 || p.pending != 0 || p.resident != 1)
    return "needs four warps for each 64 rows";
  return whyWarpsNot(conv, p);
}

int items(const KernelParameters &p) { return warpItems(p) + 128; }

int64_t localBytes(const TensorConv &conv, const KernelParameters &p) {
  return tileBytes(conv, p) + int64_t(p.stages) * 16;
}

// All warps end a tile at about the same time, so nothing hides that: results leave at the memory's
// speed, or faster where the cache holds them.
double cost(const TensorLaunch &launch) {
  const KernelParameters &p = launch.p;
  const double outputs = double(p.pixels) * p.channels;
  const double moved = double(p.pixels + p.channels) * p.depth;
  const double loaded = (p.pixels + p.channels * (p.pixels / 64.0)) * p.depth;
  const double step =
      0.8 * together({outputs * p.depth / launch.rate(4096),
                      (moved + loaded) / tensor_cost::localBytes, moved / cacheBytes});
  const bool isCached = launch.pixels * launch.channels * launch.resultBytes() < cachedBytes;
  const double end =
      std::max(1.3 * outputs * launch.instructionsAnOutput() / lanes,
               outputs * launch.resultBytes() / (isCached ? 1.5 * memoryBytes : memoryBytes));
  const double tile = divideUp(double(launch.conv.depthBytes()), p.depth) * step + end +
                      epilogueLatency * (launch.conv.side ? 2 : 1);
  const double tiles = divideUp(launch.pixels, p.pixels) * divideUp(launch.channels, p.channels);
  return launchCycles + std::max(divideUp(tiles, launch.units) * tile, launch.movingAll());
}

void define(LaunchDraft &draft) {
  defineTiles(draft);
  draft.define("WIDTH", draft.choice.parameters.channels);
}

void launch(LaunchDraft &draft, const TensorConv &conv) {
  launchTilesOf(draft, conv, items(draft.choice.parameters));
}

constexpr TensorCoreKernel kernel{
    .text = {"matmul_wgmma", "matmul_wgmma.cl", "tensor_core.h", "conv2d_tiles.h", "warp_groups.h"},
    .capability = 90,
    .usesWarpGroups = true,
    .against = against,
    .items = items,
    .localBytes = localBytes,
    .cost = cost,
    .define = define,
    .launch = launch};

/// A warp for each 16 rows, 128 bytes a step, one group a multiprocessor.
constexpr KernelParameters tile(int rows, int channels, int stages) {
  return tensorTile(rows, channels, {rows / 16, 1, 1}, 128, stages, 1);
}

constexpr KernelParameters space[] = {tile(192, 192, 4), tile(128, 256, 4), tile(128, 192, 5),
                                      tile(192, 128, 5), tile(128, 128, 6)};

constexpr DeviceKernel kernels[] = {
    tensorConv2d<kernel, byteTypes, 16>("conv2d.wgmma.rows", space),
    tensorConv2d<kernel, tensorHalves, 8>("conv2d.wgmma.rows.f16", space),
    tensorMatmul<kernel, byteTypes>("matmul.wgmma.rows", space),
    tensorMatmul<kernel, tensorHalves>("matmul.wgmma.rows.f16", space),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::matmul_wgmma

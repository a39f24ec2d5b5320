// Tiles of pixels and channels on tensor cores; of floats, by multiply-adds whose sums lie the same
// way.
#include "lowering/emit/tensor/tensor_tiles.h"

namespace qopt::kernels::conv2d_mma {
namespace {

std::string against(const TensorConv &conv, const KernelParameters &p) {
  const std::string reason = whyTileNot(conv, p);
  if (!reason.empty())
    return reason;
  return p.pending != 0 ? "has no products that run on" : whyWarpsNot(conv, p);
}

double cost(const TensorLaunch &launch) {
  const KernelParameters &p = launch.p;
  return tilesCost(launch, {.rate = launch.rate(),
                            .takesSomeWarps = true,
                            .loaded = double(p.pixels) * p.across + double(p.channels) * p.down});
}

constexpr TensorCoreKernel kernel{
    .text = {"conv2d_mma", "conv2d_mma.cl", "tensor_core.h", "conv2d_tiles.h"},
    .takesGroups = true,
    .against = against,
    .localBytes = tileBytes,
    .cost = cost,
    .define = defineCopiedTiles,
    .launch = launchTiles,
    .writesAuxiliary = true};

constexpr KernelParameters space[] = {
    tensorTile(128, 128, {2, 2, 1}, 128, 3, 2), tensorTile(128, 128, {2, 2, 1}, 64, 3, 2),
    tensorTile(128, 128, {2, 2, 1}, 64, 2, 2),  tensorTile(256, 64, {4, 1, 1}, 64, 3, 2),
    tensorTile(256, 64, {4, 1, 1}, 64, 2, 2),   tensorTile(128, 64, {4, 1, 1}, 64, 4, 2),
    tensorTile(128, 64, {4, 1, 1}, 64, 3, 3),   tensorTile(64, 128, {2, 2, 1}, 64, 4, 2),
    tensorTile(64, 128, {2, 2, 1}, 64, 3, 3),   tensorTile(96, 128, {3, 2, 1}, 64, 3, 2),
    tensorTile(64, 64, {2, 2, 1}, 128, 3, 3),   tensorTile(64, 64, {2, 2, 1}, 64, 6, 3),
    tensorTile(64, 64, {2, 2, 1}, 64, 4, 4),    tensorTile(32, 64, {2, 2, 1}, 128, 4, 4),
    tensorTile(16, 64, {1, 2, 1}, 128, 4, 4),   tensorTile(64, 32, {2, 1, 1}, 64, 4, 4),
    tensorTile(16, 32, {1, 1, 4}, 128, 6, 4),   tensorTile(16, 32, {1, 1, 8}, 256, 3, 2),
    tensorTile(16, 32, {1, 1, 8}, 256, 6, 2),   tensorTile(16, 64, {1, 1, 4}, 128, 4, 2),
    tensorTile(16, 64, {1, 1, 4}, 256, 4, 2),   tensorTile(32, 32, {1, 1, 4}, 128, 4, 3),
    tensorTile(32, 32, {1, 1, 4}, 256, 4, 2),   tensorTile(32, 64, {1, 2, 4}, 256, 4, 1),
    tensorTile(64, 64, {2, 1, 2}, 128, 2, 2),   tensorTile(64, 64, {2, 1, 2}, 128, 4, 2),
    tensorTile(256, 32, {4, 1, 1}, 64, 3, 3),   tensorTile(128, 32, {4, 1, 1}, 64, 3, 6),
    tensorTile(64, 32, {2, 1, 1}, 64, 4, 8),
};
// These tiles of floats give an item 16 to 128 sums.
constexpr KernelParameters floatSpace[] = {
    tensorTile(128, 128, {2, 4, 1}, 64, 3, 2), tensorTile(128, 128, {2, 2, 1}, 64, 4, 2),
    tensorTile(128, 64, {2, 2, 1}, 64, 4, 4),  tensorTile(128, 64, {2, 2, 1}, 64, 4, 3),
    tensorTile(64, 128, {1, 4, 1}, 64, 4, 3),  tensorTile(256, 64, {4, 2, 1}, 64, 3, 2),
    tensorTile(64, 64, {1, 2, 1}, 64, 4, 6),   tensorTile(128, 32, {2, 1, 1}, 64, 4, 6),
    tensorTile(64, 32, {1, 1, 2}, 64, 4, 6),   tensorTile(64, 64, {1, 2, 2}, 128, 3, 3),
    tensorTile(32, 64, {1, 2, 2}, 128, 3, 4),  tensorTile(32, 32, {1, 1, 4}, 128, 3, 4),
    tensorTile(16, 32, {1, 1, 8}, 256, 3, 2),  tensorTile(16, 64, {1, 2, 4}, 128, 4, 2),
    tensorTile(64, 64, {1, 2, 4}, 256, 3, 1),  tensorTile(32, 32, {1, 1, 8}, 256, 3, 1),
};

constexpr DeviceKernel kernels[] = {
    tensorConv2d<kernel, byteTypes, 16>("conv2d.mma", space),
    tensorConv2d<kernel, tensorHalves, 8>("conv2d.mma.f16", space),
    tensorConv2d<kernel, tensorFloats, 4>("conv2d.fma", floatSpace),
    tensorMatmul<kernel, byteTypes>("matmul.mma", space),
    tensorMatmul<kernel, tensorHalves>("matmul.mma.f16", space),
    tensorMatmul<kernel, tensorFloats>("matmul.fma", floatSpace),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_mma

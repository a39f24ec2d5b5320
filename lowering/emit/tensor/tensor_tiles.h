// Tiles of conv2d_tiles.h: what its kernels say alike of themselves.
#pragma once

#include "lowering/emit/tensor/tensor_kernel.h"

#include <array>

namespace qopt {

constexpr KernelParameters tensorTile(int pixels, int channels, std::array<int, 3> warps, int depth,
                                      int stages, int resident) {
  return {.pixels = pixels,
          .channels = channels,
          .down = warps[0],
          .across = warps[1],
          .deep = warps[2],
          .depth = depth,
          .stages = stages,
          .resident = resident};
}

int64_t tileBytes(const TensorConv &conv, const KernelParameters &p);
/// Each returns why a tile does not fit, or "": whyTileNot() by what any tile must be,
/// whyWarpsNot() by what warps, which copy it, and lanes, which write it, need.
std::string whyTileNot(const TensorConv &conv, const KernelParameters &p);
std::string whyWarpsNot(const TensorConv &conv, const KernelParameters &p);

/// A step of the kernel's loop takes so much of a multiprocessor, as it multiplies and loads.
struct TileStep {
  double rate;         // byte products a cycle
  bool takesSomeWarps; // until products keep up with them
  double loaded;       // bytes from local memory, a byte of depth
};
double tilesCost(const TensorLaunch &launch, const TileStep &step);

void defineTiles(LaunchDraft &draft);
/// The same and LAUNCHES_LATE where the node behind has no weights to copy before its input is
/// there: coming early it would only take places (docs/decisions/lowering/launches-behind.md). For
/// kernels that begin their copies by beginCopies().
void defineCopiedTiles(LaunchDraft &draft);
void launchTiles(LaunchDraft &draft, const TensorConv &conv);
/// The same by groups of so many items.
void launchTilesOf(LaunchDraft &draft, const TensorConv &conv, int items);

} // namespace qopt

// Kernels of convolutions without tensor cores share this: it defines their sizes and fixes the
// order of their arguments.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/emit/products/packing.h"
#include "lowering/emit/products/tile.h"

#include <functional>

namespace qopt {

/// A kernel adds these parts to the launch that emitConv2d() makes of a call.
struct ConvParts {
  int64_t pitch = 0;                // of output channels, a group's or all
  std::function<void()> defineTile; // what an item or group holds, and how it sums
  std::function<void()> launch;     // its items or groups
};

/// Sizes of the window and of groups, WEIGHT_PITCH, INPUT and WEIGHT, what the parts define,
/// RESULT_AT and the epilogue; arguments input, weights, result, samples.
qrt::Status emitConv2d(LaunchDraft &draft, const qrt::Conv2dCall &call, const ConvParts &parts);

/// Products of an output, of its group.
int64_t productsOf(const qrt::Conv2dShape &shape);
/// Tiles of so many neighbouring pixels of a row, of all samples.
qrt::Extent rowTiles(const qrt::Conv2dCall &call, int pixels);
/// Macros of kernels whose groups share tiles of pixels and channels in local memory.
void defineSharedTile(LaunchDraft &draft, const qrt::Conv2dCall &call, const Tile &tile,
                      uint32_t group);
/// Groups of such tiles.
void launchSharedTiles(LaunchDraft &draft, const qrt::Conv2dCall &call, const Tile &tile,
                       uint32_t group);

/// Returns whether a pixel's results fall into whole runs of `channels`, each aligned to its
/// length.
bool storesVectors(const qrt::Conv2dCall &call, int64_t channels);

} // namespace qopt

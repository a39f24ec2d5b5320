#include "lowering/emit/tensor/tensor_tiles.h"

#include "lowering/emit/extents.h"

#include <algorithm>
#include <numeric>

namespace qopt {

using namespace tensor_cost;

int64_t tileBytes(const TensorConv &, const KernelParameters &p) {
  return int64_t(p.stages) * (p.pixels + p.channels) * p.depth +
         int64_t(p.deep - 1) * p.pixels * p.channels * 4;
}

std::string whyTileNot(const TensorConv &conv, const KernelParameters &p) {
  if (conv.pitchBytes() % 4 != 0)
    return "needs pixels of whole words";
  if (p.pixels < 16 || p.channels < 32 || p.down < 1 || p.across < 1 || p.deep < 1 ||
      (p.depth != 64 && p.depth != 128 && p.depth != 256) || p.stages < 2 + p.pending ||
      p.pending < 0 || p.pending > 1)
    return "parameters out of range";
  return {};
}

std::string whyWarpsNot(const TensorConv &conv, const KernelParameters &p) {
  const int chunks = p.depth / 16, items = warpItems(p);
  const int warpPixels = p.pixels / p.down, warpChannels = p.channels / p.across;
  if (p.pixels % p.down || p.channels % p.across || warpPixels % 16 || warpChannels % 32 ||
      items % chunks || items / chunks % 8 || p.pixels % (items / chunks) || p.depth / 32 % p.deep)
    return "needs warps of 16·n pixels × 32·n channels, tiles of whole copies";
  if (storesByWords(conv))
    return {};
  const int64_t channels = conv.shape.outChannels;
  const int64_t together = conv.bundles ? conv.bundles->channels : channels;
  const bool isWide = warpChannels % 64 == 0 && qrt::byteWidth(conv.result) == 1 &&
                      channels % 16 == 0 && together % 16 == 0;
  if (channels % 8 != 0 || together % 8 != 0)
    return "needs channels of whole lanes";
  return whyPitchNot(conv, isWide ? 16 : 8);
}

// `concurrent` groups share a multiprocessor: the cycles of it that a step of each takes.
static double stepCost(const TensorLaunch &launch, const TileStep &step, double concurrent) {
  const KernelParameters &p = launch.p;
  const double warps = p.down * p.across * p.deep;
  const double enough = launch.areFloats() ? 12 : 8; // warps
  const double busy = step.takesSomeWarps ? std::min(1.0, warps * concurrent / enough) : 1;
  const double products = double(p.pixels) * p.channels * p.depth / (step.rate * busy);
  const double moved = double(p.pixels + p.channels) * p.depth;
  const double loaded = step.loaded * p.depth;
  const double work = together({products, (moved + loaded) / localBytes, moved / cacheBytes});
  const double ahead = p.stages - 1 - p.pending;
  const double alone = std::max(copyLatency / ahead, stepOverhead + (p.pending ? 1 : 1.3) * work);
  return std::max(work, alone / concurrent);
}

static double tileCost(const TensorLaunch &launch, const TileStep &step, double concurrent) {
  const KernelParameters &p = launch.p;
  const double steps = divideUp(double(launch.conv.depthBytes()), p.depth);
  const double outputs = double(p.pixels) * p.channels;
  double end = outputs * std::max(launch.instructionsAnOutput() / lanes,
                                  launch.resultBytes() / (1.5 * memoryBytes));
  double wait = epilogueLatency * (launch.conv.side ? 2 : 1);
  if (p.deep > 1) {
    end += (p.deep - 1) * outputs * 8 / localBytes;
    wait += 200;
  }
  // Few items do not fill the lanes.
  end /= std::min(1.0, p.down * p.across * concurrent / 4);
  return steps * stepCost(launch, step, concurrent) + std::max(end, (end + wait) / concurrent);
}

double tilesCost(const TensorLaunch &launch, const TileStep &step) {
  const double tiles = divideUp(launch.pixels, launch.p.pixels) *
                       double(launch.conv.channelTiles(launch.p.channels));
  const double here = divideUp(tiles, launch.units); // of the busiest multiprocessor
  const double concurrent = std::min(launch.resident(), here);
  const double rounds = double(int64_t(here / concurrent)), rest = here - rounds * concurrent;
  double cycles = rounds * concurrent * tileCost(launch, step, concurrent);
  if (rest > 0)
    cycles += rest * tileCost(launch, step, rest);
  return launchCycles + std::max(cycles, launch.movingAll());
}

void defineTiles(LaunchDraft &draft) {
  const KernelParameters &p = draft.choice.parameters;
  draft.define("WARPS_DOWN", p.down);
  draft.define("WARPS_ACROSS", p.across);
  draft.define("STAGES", p.stages);
  draft.define("WARPS_DEEP", p.deep);
  draft.define("PIXEL_TILE", p.pixels);
  draft.define("CHANNEL_TILE", p.channels);
  draft.define("DEPTH", p.depth);
}

/// A product: its groups copy weights while they wait. A filter for each channel is little to copy.
static bool copiesWeights(const qrt::Node &node) {
  const auto *call = std::get_if<qrt::Call>(&node.work);
  if (!call)
    return false;
  if (const auto *conv = std::get_if<qrt::Conv2dCall>(call))
    return conv->shape.groups == 1 || conv->shape.inChannels > conv->shape.groups;
  const auto *product = std::get_if<qrt::MatmulCall>(call);
  return product && product->b.operand.space == qrt::Operand::Space::Constant;
}

/// Launches follow each other as their nodes do.
static const qrt::Node *nodeBehind(const LaunchDraft &draft) {
  const std::vector<qrt::Node> &nodes = draft.program.nodes;
  const auto at =
      std::ranges::find_if(nodes, [&](const qrt::Node &node) { return &node == &draft.node; });
  return at == nodes.end() || at + 1 == nodes.end() ? nullptr : &*(at + 1);
}

void defineCopiedTiles(LaunchDraft &draft) {
  defineTiles(draft);
  const qrt::Node *behind = nodeBehind(draft);
  if (behind && !copiesWeights(*behind))
    draft.define("LAUNCHES_LATE", 1);
}

void launchTiles(LaunchDraft &draft, const TensorConv &conv) {
  const int64_t piece = std::gcd(conv.pitchBytes(), int64_t(16)); // conv2d_tiles.h copies them
  draft.counts(
      timesExtent(conv.samples, conv.shape.in[0] * conv.shape.in[1] * (conv.pitchBytes() / piece)));
  launchTilesOf(draft, conv, warpItems(draft.choice.parameters));
}

void launchTilesOf(LaunchDraft &draft, const TensorConv &conv, int items) {
  const KernelParameters &p = draft.choice.parameters;
  const int64_t room = int64_t(draft.device.computeUnits) * p.resident;
  const qrt::Extent groups = groupsFor(draft, conv.samples, room, [&](int64_t samples) {
    return qopt::divideUp(samples * conv.pixels(), p.pixels) * conv.channelTiles(p.channels);
  });
  draft.groups(groups, 1, uint32_t(items));
}

} // namespace qopt

#include "lowering/emit/products/attention_tile.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/products/reasons.h"
#include "lowering/emit/rounding.h"

#include <algorithm>

namespace qopt::attention_tile {

using qrt::AttentionCall;

double Tile::groups(const AttentionCall &call, int64_t batch) const {
  const double matrices = double(call.batch.at(batch)) * double(qrt::matricesOf(call));
  return matrices * double(divideUp(call.rows, rows));
}

Tile begun(const AttentionCall &call, const KernelParameters &parameters, int64_t keys) {
  Tile tile;
  tile.rows = 16 * parameters.down;
  tile.slices = parameters.across;
  tile.step = std::min<int64_t>(parameters.channels, roundUp(call.keys, keys * tile.slices));
  tile.depth = roundUp(call.depth, keys);
  tile.width = roundUp(call.width, 16);
  tile.stages = tile.step < call.keys ? 2 : 1;
  return tile;
}

int64_t localBytes(const Tile &tile) {
  const int64_t stage =
      tile.step * (tile.valuesReplaceKeys ? std::max(tile.keyPitch, tile.valuePitch)
                                          : tile.keyPitch + tile.valuePitch);
  const int64_t results = tile.slices * tile.rows * (tile.width + 8) * 4;
  return std::max(tile.rows * tile.keyPitch + tile.stages * stage + tile.toldBytes, results);
}

std::string whyDeviceNot(const CallSite &site, const AttentionCall &call, const TypeSet &types) {
  constexpr int64_t warp = 32;
  return firstReason(
      {whyTypesNot(types, {site.typeOf(call.query.operand), site.typeOf(call.key.operand),
                           site.typeOf(call.value.operand)}),
       whyNotGpu(site.device), whyCapabilityNot(site.device, 80),
       whyGroupNot(site.device, warp, 0)});
}

std::string whyTileNot(const CallSite &site, const AttentionCall &call,
                       const KernelParameters &parameters, const Tile &tile, int64_t partials) {
  constexpr int64_t most = 160; // registers
  if (std::string reason = whyHalfServes("keys at a time", parameters.channels, 64, call.keys);
      !reason.empty())
    return reason;
  if (tile.slices > 1 && tile.stages > 1)
    return "needs all keys in one pass, as warps share them";
  if ((tile.step / tile.slices + tile.width) / 2 + partials > most)
    return "needs keys at a time and elements of a value to be " +
           std::to_string(2 * (most - partials)) + " at most";
  if (2 * tile.rows * tile.slices > site.device.maxWorkGroup)
    return "needs work-groups of " + std::to_string(2 * tile.rows * tile.slices);
  if (tile.localBytes > site.device.localMemoryBytes)
    return "needs " + std::to_string(tile.localBytes) + " bytes of local memory, here " +
           std::to_string(site.device.localMemoryBytes);
  return {};
}

double rounds(const CallSite &site, const Tile &tile, double groups, double resident) {
  constexpr double issued = 0.4, schedulers = 4; // of a multiprocessor
  const double units = site.device.computeUnits;
  const double warps = groups * double(tile.rows / 16 * tile.slices);
  const double busy = tile.slices > 1 ? issued * warps / (units * schedulers) : 0;
  return std::max({1.0, groups / (units * resident), busy});
}

void launch(LaunchDraft &draft, const AttentionCall &call, const Tile &tile) {
  const int64_t warps = tile.rows / 16 * tile.slices;
  const std::pair<std::string_view, int64_t> sizes[] = {
      {"WARPS", warps},
      {"SLICES", tile.slices},
      {"STEP", tile.step},
      {"EIGHTS", tile.step / 8 / tile.slices},
      {"DEPTH_HELD", tile.depth},
      {"WIDTH_HELD", tile.width},
      {"KEY_PITCH", tile.keyPitch},
      {"VALUE_PITCH", tile.valuePitch},
      {"VALUES_REPLACE_KEYS", tile.valuesReplaceKeys},
      {"LOCAL_BYTES", tile.localBytes}};
  for (const auto &[name, value] : sizes)
    draft.define(name, value);
  draft.define("SLICE", "(LOCAL_ID(0) / 32 % SLICES)");
  draft.giveLocal(tile.localBytes);
  draft.beginEarly();
  draft.groups(timesExtent(call.batch, qrt::matricesOf(call) * divideUp(call.rows, tile.rows)), 1,
               uint32_t(32 * warps));
}

} // namespace qopt::attention_tile

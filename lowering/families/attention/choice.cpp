#include "lowering/families/attention/choice.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;

static int64_t roundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

AttentionTile attentionTileOf(const qrt::AttentionCall &call, ElementType type,
                              const KernelParameters &parameters) {
  AttentionTile tile;
  const bool isFloat = type == ElementType::F32;
  const int64_t bytes = isFloat ? 4 : 2;
  tile.rows = 16 * parameters.down;
  tile.step = std::min<int64_t>(parameters.channels, roundUp(call.keys, 16));
  tile.depth = roundUp(call.depth, 16);
  tile.width = roundUp(call.width, 16);
  // Behind each row so much that what a warp reads at once lies in different banks.
  tile.keyPitch = tile.depth * bytes + (isFloat ? 32 : 16);
  tile.valuePitch = tile.width * bytes + 16;
  tile.stages = tile.step < call.keys ? 2 : 1;
  // So twice as many groups of floats fit a multiprocessor; of halves, enough do.
  tile.valuesReplaceKeys = isFloat && tile.stages == 1;
  const int64_t stage =
      tile.step * (tile.valuesReplaceKeys ? std::max(tile.keyPitch, tile.valuePitch)
                                          : tile.keyPitch + tile.valuePitch);
  const int64_t results = tile.rows * (tile.width + 8) * 4;
  tile.localBytes = std::max(tile.rows * tile.keyPitch + tile.stages * stage, results);
  return tile;
}

std::string reasonAgainst(const qrt::AttentionCall &call, ElementType type,
                          const KernelParameters &parameters,
                          const qrt::DeviceDescription &device) {
  // Registers: an item holds a quarter of a row's scores and of its results, twice.
  constexpr int64_t most = 160;
  const AttentionTile tile = attentionTileOf(call, type, parameters);
  if (parameters.channels > 64 && parameters.channels / 2 >= call.keys)
    return "has more keys at a time than there are";
  if ((tile.step + tile.width) / 2 > most)
    return "needs keys at a time and elements of a value to be " + std::to_string(2 * most) +
           " at most";
  if (32 * parameters.down > device.maxWorkGroup)
    return "needs work-groups of " + std::to_string(32 * parameters.down);
  if (tile.localBytes > device.localMemoryBytes)
    return "needs " + std::to_string(tile.localBytes) + " bytes of local memory, here " +
           std::to_string(device.localMemoryBytes);
  return {};
}

// Groups that fit a multiprocessor hide each other's waits; one alone takes as long as a warp of
// it, and copies faster the more warps it has. Measured on an H100 (docs/performance/cuda.md): four
// warps are best; eight wait for each other.
double costOf(const qrt::AttentionCall &call, ElementType type, const KernelParameters &parameters,
              int64_t batch, const qrt::DeviceDescription &device) {
  const AttentionTile tile = attentionTileOf(call, type, parameters);
  const double matrices = double(call.batch.at(batch)) * double(qrt::matricesOf(call));
  const double groups = matrices * double((call.rows + tile.rows - 1) / tile.rows);
  const double steps = double((call.keys + tile.step - 1) / tile.step);
  const double keys = double(tile.step) * steps * (steps > 1 ? 2 : 1); // scores twice
  const double warps = parameters.down;
  const double copied = keys * double(tile.keyPitch + tile.valuePitch) / (16 * warps);
  const double multiplied =
      keys * double(tile.depth + tile.width) / (type == ElementType::F32 ? 4 : 16);
  const double alone = 2000 * steps + copied + multiplied + 40 * keys;
  const double resident = std::clamp(
      std::min(double(device.localMemoryBytes) / double(tile.localBytes), 16 / warps), 1.0, 16.0);
  const double waiting = warps > 4 ? 2 : 1; // for each other
  return std::max(1.0, groups / (device.computeUnits * resident)) * alone * waiting;
}

} // namespace qopt

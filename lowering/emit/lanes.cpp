#include "lowering/emit/lanes.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/rounding.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>
#include <bit>

namespace qopt {

static constexpr int checkedCapability = 60, shufflesByPtx = 61, clustersGroups = 90;
static constexpr int64_t stagedItems = 256;
/// Elements that a group keeps: with the words of two sums they fit 32 KB of local memory, and with
/// what lies between them, of a group of a cluster, 48.
static constexpr int64_t keptAlone = 7168, keptInCluster = 10240;

std::string whyLanesNot(const qrt::DeviceDescription &device) {
  return firstReason({whyNotGpu(device), whyCapabilityNot(device, checkedCapability),
                      whyLocalMemoryNot(device, 4 * laneItems)});
}

std::string whyStagedNot(const qrt::DeviceDescription &device) {
  return firstReason({whyNotGpu(device), whyCapabilityNot(device, shufflesByPtx),
                      whyGroupNot(device, stagedItems, 32768)});
}

// A few elements an item, so that joins from lane to lane are few beside those within.
static int64_t lanesOf(int64_t length) {
  const int64_t whole = std::bit_ceil(uint64_t(length));
  return whole > 128 ? 32 : std::clamp<int64_t>(whole / 4, std::min<int64_t>(whole, 4), 16);
}

static void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held,
                      int64_t rowsOfItem) {
  const int64_t lanes = lanesOf(length);
  draft.define("LANES", lanes);
  draft.define("ITEMS", std::min<int64_t>(laneItems, draft.device.maxWorkGroup));
  draft.define("HELD", std::min(held, divideUp(length, lanes)));
  if (rowsOfItem > 1)
    draft.define("ROWS", rowsOfItem);
  draft.beginEarly();
  draft.items(divideExtent(timesExtent(rows, lanes), rowsOfItem), 1, laneItems);
}

void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held) {
  emitLanes(draft, length, rows, held, 1);
}

void emitLanesOfRows(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held) {
  // With fewer words each the items that a multiprocessor holds wait longer for memory than they
  // compute.
  constexpr int64_t wordsOfItem = 12, itemsOfUnit = 1024, most = 4;
  const int64_t lanes = lanesOf(length), words = divideUp(length, lanes);
  const int64_t items = rows.at(draft.batches.first) * lanes;
  int64_t together = 1;
  while (together < most && 2 * together * words <= wordsOfItem &&
         rows.scale * lanes % (2 * together) == 0 && // else more items than that are launched
         items / (2 * together) >= draft.device.computeUnits * itemsOfUnit)
    together *= 2;
  emitLanes(draft, length, rows, held, together);
}

/// Groups that share a row: as few as keep it.
static int64_t groupsOfRow(const qrt::DeviceDescription &device, int64_t length) {
  constexpr int64_t mostOfCluster = 8; // that every card with clusters takes
  if (!device.dependentLaunch || device.computeCapability < clustersGroups)
    return 1;
  return std::min<int64_t>(mostOfCluster, std::bit_ceil(uint64_t(divideUp(length, keptAlone))));
}

void emitStaged(LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  constexpr int64_t partials = 64, mostHeld = 8;
  const int64_t groups = groupsOfRow(draft.device, length);
  const int64_t part = divideUp(length, partials) * (partials / groups);
  const int64_t most = groups > 1 ? keptInCluster : keptAlone;
  const int64_t steps = divideUp(std::min(part, most), stagedItems * mostHeld);
  draft.define("ROW_LENGTH", length);
  draft.define("GROUP", stagedItems);
  draft.define("HELD", divideUp(std::min(part, most), stagedItems * steps));
  draft.define("KEPT", steps);
  if (groups > 1)
    draft.define("CLUSTER", groups);
  draft.beginEarly();
  draft.groups(timesExtent(rows, groups), 1, uint32_t(stagedItems));
}

} // namespace qopt

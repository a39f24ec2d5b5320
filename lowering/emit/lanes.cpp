#include "lowering/emit/lanes.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/rounding.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>
#include <bit>

namespace qopt {

static constexpr int checkedCapability = 60, clustersGroups = 90;
static constexpr int64_t stagedItems = 256;
/// Elements of a staged row's chunk: with an item's word each they fill 32 KB of local memory.
static constexpr int64_t chunkHolds = 7168;
/// Elements that a group of a cluster keeps: with what lies between them they fit 48 KB.
static constexpr int64_t clusterKeeps = 10240;

std::string whyLanesNot(const qrt::DeviceDescription &device) {
  return firstReason({whyNotGpu(device), whyCapabilityNot(device, checkedCapability),
                      whyLocalMemoryNot(device, 4 * laneItems)});
}

std::string whyStagedNot(const qrt::DeviceDescription &device) {
  return firstReason({whyNotGpu(device), whyCapabilityNot(device, checkedCapability),
                      whyGroupNot(device, stagedItems, 32768)});
}

// A few elements an item, so that joins from lane to lane are few beside those within.
static int64_t lanesOf(int64_t length) {
  const int64_t whole = std::bit_ceil(uint64_t(length));
  return whole > 128 ? 32 : std::clamp<int64_t>(whole / 4, std::min<int64_t>(whole, 4), 16);
}

static void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held,
                      int64_t lanes, int64_t rowsOfItem) {
  draft.define("LANES", lanes);
  draft.define("ITEMS", std::min<int64_t>(laneItems, draft.device.maxWorkGroup));
  draft.define("HELD", std::min(held, divideUp(length, lanes)));
  if (rowsOfItem > 1)
    draft.define("ROWS", rowsOfItem);
  draft.beginEarly();
  draft.items(divideExtent(timesExtent(rows, lanes), rowsOfItem), 1, laneItems);
}

void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held) {
  emitLanes(draft, length, rows, held, lanesOf(length), 1);
}

/// Two warps share a long row where rows are too few to fill the card's multiprocessors: an item
/// then computes half as long.
static bool areFewRows(const LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  constexpr int64_t long_ = 512, itemsOfUnit = 512;
  return length > long_ && laneItems >= 2 * 32 && draft.device.maxWorkGroup >= laneItems &&
         rows.at(draft.batches.first) * 64 <= int64_t(draft.device.computeUnits) * itemsOfUnit;
}

void emitLanesOfRows(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held) {
  // With fewer words each the items that a multiprocessor holds wait longer for memory than they
  // compute.
  constexpr int64_t fewWords = 4, wordsOfItem = 12, itemsOfUnit = 1024, most = 4;
  const int64_t lanes = areFewRows(draft, length, rows) ? 64 : lanesOf(length);
  const int64_t words = divideUp(length, lanes);
  const int64_t items = rows.at(draft.batches.first) * lanes;
  int64_t together = 1;
  while (words <= fewWords && together < most && 2 * together * words <= wordsOfItem &&
         rows.scale * lanes % (2 * together) == 0 && // else more items than that are launched
         items / (2 * together) >= draft.device.computeUnits * itemsOfUnit)
    together *= 2;
  emitLanes(draft, length, rows, held, lanes, together);
}

/// Groups that share a row, as few as keep it: 1 where these are none or rows may be many, since a
/// multiprocessor then has as many rows as it has groups for.
static int64_t groupsOfRow(const LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  // Clusters of eight are on every card that has any.
  constexpr int64_t fewest = 4, most = 8, fewRows = 64;
  const int64_t groups = int64_t(std::bit_ceil(uint64_t(divideUp(length, chunkHolds))));
  const std::optional<int64_t> last =
      rows.scale == 0 ? draft.batches.first : draft.batches.last; // as many of any batch
  if (!draft.device.dependentLaunch || draft.device.computeCapability < clustersGroups ||
      groups < fewest || !last || rows.at(*last) >= fewRows)
    return 1;
  return std::min(groups, most);
}

static void emitClusters(LaunchDraft &draft, int64_t length, const qrt::Extent &rows,
                         int64_t groups) {
  constexpr int64_t partials = 64, mostHeld = 8;
  const int64_t part = divideUp(length, partials) * (partials / groups);
  const int64_t kept = std::min(part, clusterKeeps);
  const int64_t steps = divideUp(kept, stagedItems * mostHeld);
  draft.define("ROW_LENGTH", length);
  draft.define("GROUP", stagedItems);
  draft.define("HELD", divideUp(kept, stagedItems * steps));
  draft.define("KEPT", steps);
  draft.define("CLUSTER", groups);
  draft.beginEarly();
  draft.groups(timesExtent(rows, groups), 1, uint32_t(stagedItems));
}

void emitStaged(LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  if (const int64_t groups = groupsOfRow(draft, length, rows); groups > 1)
    return emitClusters(draft, length, rows, groups);
  const int64_t most = std::min<int64_t>(512, std::bit_floor(uint64_t(draft.device.maxWorkGroup)));
  const int64_t group = length > chunkHolds ? most : stagedItems;
  draft.define("ROW_LENGTH", length);
  draft.define("GROUP", group);
  draft.define("HELD", std::min(chunkHolds / group, (length + group - 1) / group));
  draft.beginEarly();
  draft.groups(rows, 1, uint32_t(group));
}

} // namespace qopt

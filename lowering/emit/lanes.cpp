#include "lowering/emit/lanes.h"

#include "lowering/emit/extents.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>
#include <bit>

namespace qopt {

static constexpr int checkedCapability = 60;
static constexpr uint32_t stagedItems = 256;
/// Elements of a staged row's chunk: with an item's word each they fill 32 KB of local memory.
static constexpr int64_t chunkHolds = 7168;

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
                      int64_t lanes) {
  draft.define("LANES", lanes);
  draft.define("ITEMS", std::min<int64_t>(laneItems, draft.device.maxWorkGroup));
  draft.define("HELD", std::min(held, (length + lanes - 1) / lanes));
  draft.beginEarly();
  draft.items(timesExtent(rows, lanes), 1, laneItems);
}

/// Two warps share a long row where rows are too few to fill the card's multiprocessors: an item
/// then computes half as long.
static bool areFewRows(const LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  constexpr int64_t long_ = 512, itemsOfUnit = 512;
  return length > long_ && laneItems >= 2 * 32 && draft.device.maxWorkGroup >= laneItems &&
         rows.at(draft.batches.first) * 64 <= int64_t(draft.device.computeUnits) * itemsOfUnit;
}

void emitRowLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  emitLanes(draft, length, rows, lanesHold, areFewRows(draft, length, rows) ? 64 : lanesOf(length));
}

void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held) {
  emitLanes(draft, length, rows, held, lanesOf(length));
}

void emitStaged(LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  const int64_t most = std::min<int64_t>(512, std::bit_floor(uint64_t(draft.device.maxWorkGroup)));
  const int64_t group = length > chunkHolds ? most : stagedItems;
  draft.define("ROW_LENGTH", length);
  draft.define("GROUP", group);
  draft.define("HELD", std::min(chunkHolds / group, (length + group - 1) / group));
  draft.beginEarly();
  draft.groups(rows, 1, uint32_t(group));
}

} // namespace qopt

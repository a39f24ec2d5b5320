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

void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows, int64_t held) {
  // A few elements an item, so that joins from lane to lane are few beside those within.
  const int64_t whole = std::bit_ceil(uint64_t(length));
  const int64_t lanes =
      whole > 128 ? 32 : std::clamp<int64_t>(whole / 4, std::min<int64_t>(whole, 4), 16);
  draft.define("LANES", lanes);
  draft.define("ITEMS", std::min<int64_t>(laneItems, draft.device.maxWorkGroup));
  draft.define("HELD", std::min(held, (length + lanes - 1) / lanes));
  draft.beginEarly();
  draft.items(timesExtent(rows, lanes), 1, laneItems);
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

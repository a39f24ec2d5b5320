// How GPUs take rows: what softmax, norms and reductions along the innermost dimension share.
#pragma once

#include "lowering/emit/extents.h"
#include "lowering/emit/launch.h"
#include "lowering/kernels/row.h"

#include <algorithm>
#include <bit>

namespace qopt {

/// NVIDIA's alone: on its cards they are checked bit by bit, by CUDA and by OpenCL; no other GPU
/// has run them (docs/decisions/lowering/rows-by-lanes.md).
inline constexpr int checkedCapability = 60;
/// Elements that 32 lanes hold in registers; longer rows are staged.
inline constexpr int64_t lanesHold = 1024;
/// Elements of a staged row's chunk: with an item's word each they fill 32 KB of local memory.
inline constexpr int64_t chunkHolds = 7168;

/// Up to 32 neighbouring items a row: lanes.h.
inline constexpr KernelRow laneRow(std::string_view name, std::string_view entry,
                                   std::string_view file, TypeSet inputs) {
  constexpr uint32_t items = 128;
  return {.name = name,
          .entry = entry,
          .files = {"ordered_sum.h", file},
          .middle = "lanes.h",
          .inputs = inputs,
          .workGroup = items,
          .needs = {.device = DeviceKind::Gpu,
                    .localBytes = 4 * items,
                    .reducedAtMost = lanesHold,
                    .computeCapability = checkedCapability}};
}

/// A group a row of floats: staged.h.
inline constexpr KernelRow stagedRow(std::string_view name, std::string_view entry,
                                     std::string_view file) {
  return {.name = name,
          .entry = entry,
          .files = {"ordered_sum.h", file},
          .middle = "staged.h",
          .inputs = {qrt::ElementType::F32},
          .launch = LaunchRule::GroupPerResult,
          .workGroup = 256,
          .needs = {.device = DeviceKind::Gpu,
                    .localBytes = 32768,
                    .reduced = lanesHold + 1,
                    .computeCapability = checkedCapability}};
}

/// Macros of a laneRow and its groups; an item loads `held` elements at a time, or all.
inline void emitLanes(LaunchDraft &draft, int64_t length, const qrt::Extent &rows,
                      int64_t held = lanesHold) {
  // A few elements an item, so that joins from lane to lane are few beside those within.
  const int64_t whole = std::bit_ceil(uint64_t(length));
  const int64_t lanes =
      whole > 128 ? 32 : std::clamp<int64_t>(whole / 4, std::min<int64_t>(whole, 4), 16);
  draft.define("LANES", lanes);
  draft.define("ITEMS", std::min<int64_t>(draft.row.workGroup, draft.device.maxWorkGroup));
  draft.define("HELD", std::min(held, (length + lanes - 1) / lanes));
  draft.beginEarly();
  draft.items(timesExtent(rows, lanes));
}

/// Macros of a stagedRow and its groups, larger ones where a row has several chunks.
inline void emitStaged(LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  const int64_t most = std::min<int64_t>(512, std::bit_floor(uint64_t(draft.device.maxWorkGroup)));
  const int64_t group = length > chunkHolds ? most : draft.row.workGroup;
  draft.define("ROW_LENGTH", length);
  draft.define("GROUP", group);
  draft.define("HELD", std::min(chunkHolds / group, (length + group - 1) / group));
  draft.beginEarly();
  draft.groups(rows, 1, uint32_t(group));
}

/// A row by lanes, by a group or by an item, as the kernel's row says.
inline void emitRows(LaunchDraft &draft, int64_t length, const qrt::Extent &rows) {
  if (draft.row.middle == "lanes.h")
    return emitLanes(draft, length, rows);
  if (draft.row.middle == "staged.h")
    return emitStaged(draft, length, rows);
  if (draft.row.launch == LaunchRule::GroupPerResult)
    draft.defineGroup();
  draft.items(rows);
}

} // namespace qopt

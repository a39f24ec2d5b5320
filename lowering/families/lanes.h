// How GPUs take rows: what softmax, norms and reductions along the innermost dimension share.
#pragma once

#include "lowering/emit/lanes.h"
#include "lowering/kernels/row.h"

namespace qopt {

inline constexpr int checkedCapability = 60;

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

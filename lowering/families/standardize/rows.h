// What norms have before their scale.
#pragma once

#include "lowering/families/lanes.h"
#include "runtime/numerics/types/halves.h"

namespace qopt {

inline constexpr TypeSet standardizedTypes = TypeSet::where(
    [](qrt::ElementType type) { return qrt::widenedType(type) == qrt::ElementType::F32; });

inline constexpr KernelRow stagedNorms() {
  KernelRow row = stagedRow("standardize.staged", "standardize_staged", "standardize.cl");
  row.inputs = standardizedTypes;
  return row;
}

inline constexpr KernelRow standardizeRows[] = {
    stagedNorms(),
    laneRow("standardize.lanes", "standardize_lanes", "standardize.cl", standardizedTypes),
    {.name = "standardize.group",
     .entry = "standardize_group",
     .files = {"ordered_sum.h", "standardize.cl"},
     .inputs = standardizedTypes,
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 4, .reduced = 256}},
    {.name = "standardize.row",
     .entry = "standardize",
     .files = {"ordered_sum.h", "standardize.cl"},
     .inputs = standardizedTypes,
     .workGroup = 16},
};

} // namespace qopt

// What norms have before their scale.
#pragma once

#include "lowering/families/lanes.h"

namespace qopt {

inline constexpr KernelRow standardizeRows[] = {
    stagedRow("standardize.staged", "standardize_staged", "standardize.cl"),
    laneRow("standardize.lanes", "standardize_lanes", "standardize.cl", {qrt::ElementType::F32}),
    {.name = "standardize.group",
     .entry = "standardize_group",
     .files = {"ordered_sum.h", "standardize.cl"},
     .inputs = {qrt::ElementType::F32},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 4, .reduced = 256}},
    {.name = "standardize.row",
     .entry = "standardize",
     .files = {"ordered_sum.h", "standardize.cl"},
     .inputs = {qrt::ElementType::F32},
     .workGroup = 16},
};

} // namespace qopt

// Softmax.
#pragma once

#include "lowering/families/lanes.h"

namespace qopt {

inline constexpr KernelRow softmaxRows[] = {
    stagedRow("softmax.staged", "softmax_staged", "softmax.cl"),
    laneRow("softmax.lanes", "softmax_lanes", "softmax.cl", {qrt::ElementType::F32}),
    {.name = "softmax.group",
     .entry = "softmax_group",
     .files = {"ordered_sum.h", "softmax.cl"},
     .inputs = {qrt::ElementType::F32},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 4, .reduced = 256}},
    {.name = "softmax.row",
     .entry = "softmax",
     .files = {"ordered_sum.h", "softmax.cl"},
     .inputs = {qrt::ElementType::F32},
     .workGroup = 16},
};

} // namespace qopt

// Reductions.
#pragma once

#include "lowering/families/pool2d/rows.h"

namespace qopt {

// A group per result pays where few results are left to share the work.
inline constexpr KernelRow reduceRows[] = {
    {.name = "reduce.group",
     .entry = "reduce_group",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducibleTypes,
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 8, .reduced = 1024}},
    {.name = "reduce.cpu",
     .entry = "reduce",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducibleTypes,
     .tile = {.width = 16},
     .workGroup = 4,
     .needs = {.device = DeviceKind::Cpu}},
    {.name = "reduce.gpu",
     .entry = "reduce",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducibleTypes,
     .tile = {.width = 1},
     .workGroup = 64,
     .needs = {.device = DeviceKind::Gpu}},
};

} // namespace qopt

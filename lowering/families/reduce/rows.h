// Reductions.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/numerics/reduce/reductions.h"

namespace qopt {

inline constexpr TypeSet reducedTypes = TypeSet::where(
    [](qrt::ElementType type) { return qrt::isAnchorType(type) || qrt::isPlainInteger(type); });

// A group per result pays where few results are left to share the work.
inline constexpr KernelRow reduceRows[] = {
    {.name = "reduce.group",
     .entry = "reduce_group",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducedTypes,
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 16, .reduced = 1024}},
    {.name = "reduce.cpu",
     .entry = "reduce",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducedTypes,
     .tile = {.width = 16},
     .workGroup = 4,
     .needs = {.device = DeviceKind::Cpu}},
    {.name = "reduce.gpu",
     .entry = "reduce",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducedTypes,
     .tile = {.width = 1},
     .workGroup = 64,
     .needs = {.device = DeviceKind::Gpu}},
};

} // namespace qopt

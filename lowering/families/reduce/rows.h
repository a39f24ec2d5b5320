// Reductions.
#pragma once

#include "lowering/families/lanes.h"
#include "runtime/numerics/reduce/reductions.h"
#include "runtime/numerics/types/halves.h"

namespace qopt {

/// Of what the items of a group join, at most.
inline constexpr int64_t columnsLocalBytes = 32768;

inline constexpr TypeSet reducedTypes = TypeSet::where(
    [](qrt::ElementType type) { return qrt::isReadType(type) || qrt::isPlainInteger(type); });

/// Of floats that are added in their order.
inline constexpr KernelRow stagedSums() {
  KernelRow row = stagedRow("reduce.staged", "reduce_staged", "reduce.cl");
  row.inputs = TypeSet::where(
      [](qrt::ElementType type) { return qrt::widenedType(type) == qrt::ElementType::F32; });
  row.needs.inOrder = true;
  return row;
}

// A group per result pays where few results are left to share the work.
inline constexpr KernelRow reduceRows[] = {
    {.name = "reduce.columns",
     .entry = "reduce_columns",
     .files = {"ordered_sum.h", "reduce.cl"},
     .middle = "runs.h",
     .inputs = reducedTypes,
     .tile = {.width = 8},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 256,
     .needs = {.device = DeviceKind::Gpu, .localBytes = columnsLocalBytes, .column = 32}},
    stagedSums(),
    {.name = "reduce.group",
     .entry = "reduce_group",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducedTypes,
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 256 * 16, .reduced = 1024}},
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
     .needs = {.device = DeviceKind::Gpu, .channels = 2}},
    laneRow("reduce.lanes", "reduce_lanes", "reduce.cl", reducedTypes),
    {.name = "reduce.gpu.row",
     .entry = "reduce",
     .files = {"ordered_sum.h", "reduce.cl"},
     .inputs = reducedTypes,
     .tile = {.width = 1},
     .workGroup = 64,
     .needs = {.device = DeviceKind::Gpu}},
};

} // namespace qopt

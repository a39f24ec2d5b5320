// Pools, reductions and softmax.
#pragma once

#include "lowering/kernels/row.h"

namespace qopt {

inline constexpr TypeSet reducibleTypes = {qrt::ElementType::F32, qrt::ElementType::I8,
                                           qrt::ElementType::U8, qrt::ElementType::I16};

inline constexpr KernelRow pool2dRows[] = {
    {.name = "pool2d.cpu",
     .entry = "pool2d",
     .files = {"", "pool2d.cl"},
     .inputs = reducibleTypes,
     .tile = {.width = 16},
     .workGroup = 16,
     .needs = {.device = DeviceKind::Cpu}},
    {.name = "pool2d.gpu",
     .entry = "pool2d",
     .files = {"", "pool2d.cl"},
     .inputs = reducibleTypes,
     .tile = {.width = 1},
     .workGroup = 128,
     .needs = {.device = DeviceKind::Gpu}},
};

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

inline constexpr KernelRow softmaxRows[] = {
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

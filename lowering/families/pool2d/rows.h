// Pools.
#pragma once

#include "lowering/kernels/row.h"

namespace qopt {

inline constexpr TypeSet reducibleTypes = TypeSet::where(qrt::isAnchorType);

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

} // namespace qopt

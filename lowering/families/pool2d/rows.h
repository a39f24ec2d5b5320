// Pools.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/numerics/types/halves.h"

namespace qopt {

inline constexpr TypeSet pooledTypes = TypeSet::where(qrt::isReadType);

inline constexpr KernelRow pool2dRows[] = {
    {.name = "pool2d.cpu",
     .entry = "pool2d",
     .files = {"", "pool2d.cl"},
     .inputs = pooledTypes,
     .tile = {.width = 16},
     .workGroup = 16,
     .needs = {.device = DeviceKind::Cpu}},
    {.name = "pool2d.gpu",
     .entry = "pool2d",
     .files = {"", "pool2d.cl"},
     .inputs = pooledTypes,
     .tile = {.width = 1},
     .workGroup = 128,
     .needs = {.device = DeviceKind::Gpu}},
};

} // namespace qopt

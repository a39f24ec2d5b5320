// Pools.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/numerics/types/halves.h"

namespace qopt {

inline constexpr TypeSet pooledTypes = TypeSet::where(qrt::isReadType);

/// An item computes a vector of neighbouring channels.
inline constexpr KernelRow vectorPool(std::string_view name, std::string_view entry,
                                      std::string_view file, TypeSet inputs, PoolForm form) {
  return {.name = name,
          .entry = entry,
          .files = {"tensor_core.h", file},
          .inputs = inputs,
          .launch = LaunchRule::GroupPerResult,
          .workGroup = 128,
          .needs = {.device = DeviceKind::Gpu, .computeCapability = 90, .pool = form}};
}

inline constexpr KernelRow pool2dRows[] = {
    {.name = "pool2d.cpu",
     .entry = "pool2d",
     .files = {"", "pool2d.cl"},
     .inputs = pooledTypes,
     .tile = {.width = 16},
     .workGroup = 16,
     .needs = {.device = DeviceKind::Cpu}},
    vectorPool("pool2d.max.vector", "max_pool_vector", "max_pool_vector.cl",
               {qrt::ElementType::I8, qrt::ElementType::U8, qrt::ElementType::F16},
               PoolForm::Largest),
    vectorPool("pool2d.average.vector", "average_pool_vector", "average_pool_vector.cl",
               {qrt::ElementType::I8, qrt::ElementType::U8}, PoolForm::WholeImage),
    {.name = "pool2d.gpu",
     .entry = "pool2d",
     .files = {"", "pool2d.cl"},
     .inputs = pooledTypes,
     .tile = {.width = 1},
     .workGroup = 128,
     .needs = {.device = DeviceKind::Gpu}},
};

} // namespace qopt

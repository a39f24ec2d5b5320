#pragma once

#include "lowering/kernels/row.h"

namespace qopt {

inline constexpr KernelRow observeRows[] = {
    {.name = "observe",
     .entry = "observe",
     .files = {"", "observe.cl"},
     .inputs = {qrt::ElementType::F32},
     .tile = {.width = 64},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 12}},
};

} // namespace qopt

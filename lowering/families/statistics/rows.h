// What calibration measures.
#pragma once

#include "lowering/kernels/row.h"

namespace qopt {

inline constexpr KernelRow extremesRows[] = {
    {.name = "extremes",
     .entry = "extremes",
     .files = {"", "extremes.cl"},
     .inputs = {qrt::ElementType::F32},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 64 * 12}},
};

// Two sets of counters of up to 2048 bins.
inline constexpr KernelRow histogramRows[] = {
    {.name = "histogram",
     .entry = "histogram",
     .files = {"", "histogram.cl"},
     .inputs = {qrt::ElementType::F32},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 64,
     .needs = {.localBytes = 2 * 2048 * 4}},
};

} // namespace qopt

// Recurrent layers as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/select/facts.h"

namespace qopt {

// A group steps one sequence of one direction; more items pay where there are units for them.
inline constexpr KernelRow recurrentRows[] = {
    {.name = "recurrent.wide",
     .entry = "recurrent",
     .files = {"ordered_sum.h", "recurrent.cl"},
     .inputs = {qrt::ElementType::F32},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 256,
     .needs = {.device = DeviceKind::Gpu, .channels = 128}},
    {.name = "recurrent.group",
     .entry = "recurrent",
     .files = {"ordered_sum.h", "recurrent.cl"},
     .inputs = {qrt::ElementType::F32},
     .launch = LaunchRule::GroupPerResult,
     .workGroup = 32},
};

inline std::span<const KernelRow> rowsOf(const qrt::RecurrentCall &) { return recurrentRows; }
Facts factsOf(const CallSite &site, const qrt::RecurrentCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::RecurrentCall &call);

} // namespace qopt

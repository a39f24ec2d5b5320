// Convolutions computed row by row, which the host alone makes and has.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::FusedConv2dCall &) { return {}; }
inline Facts factsOf(const CallSite &, const qrt::FusedConv2dCall &) { return {}; }
inline qrt::Status emit(LaunchDraft &, const qrt::FusedConv2dCall &) {
  return qrt::invalidArgument("internal: a call without kernels was given one");
}

} // namespace qopt

// Elementwise programs as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/elementwise/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::ElementwiseCall &) { return elementwiseRows; }
Facts factsOf(const CallSite &, const qrt::ElementwiseCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::ElementwiseCall &call);

} // namespace qopt

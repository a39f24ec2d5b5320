// Reductions as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/reduce/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::ReduceCall &) { return reduceRows; }
Facts factsOf(const CallSite &, const qrt::ReduceCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::ReduceCall &call);

} // namespace qopt

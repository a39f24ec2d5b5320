// Pools as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/pool2d/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::Pool2dCall &) { return pool2dRows; }
Facts factsOf(const CallSite &, const qrt::Pool2dCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::Pool2dCall &call);

} // namespace qopt

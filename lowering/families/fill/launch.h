// Fills as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/fill/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::FillCall &) { return fillRows; }
Facts factsOf(const CallSite &, const qrt::FillCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::FillCall &call);

} // namespace qopt

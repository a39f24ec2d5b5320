// Scatters as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/elementwise/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline constexpr KernelRow scatterRows[] = {{.name = "scatter.line",
                                             .entry = "scatter",
                                             .files = {"walk.h", "scatter.cl"},
                                             .inputs = scalarTypes,
                                             .workGroup = 16}};

inline std::span<const KernelRow> rowsOf(const qrt::ScatterCall &) { return scatterRows; }
Facts factsOf(const CallSite &site, const qrt::ScatterCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::ScatterCall &call);

} // namespace qopt

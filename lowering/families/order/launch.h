// Orders as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/elementwise/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline constexpr KernelRow orderRows[] = {{.name = "order.line",
                                           .entry = "order",
                                           .files = {"walk.h", "order.cl"},
                                           .inputs = scalarTypes,
                                           .workGroup = 16}};

inline std::span<const KernelRow> rowsOf(const qrt::TopKCall &) { return orderRows; }
Facts factsOf(const CallSite &site, const qrt::TopKCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::TopKCall &call);

} // namespace qopt

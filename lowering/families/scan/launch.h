// Scans as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/elementwise/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline constexpr KernelRow scanRows[] = {{.name = "scan.line",
                                          .entry = "scan",
                                          .files = {"walk.h", "scan.cl"},
                                          .inputs = TypeSet::where(qrt::scans),
                                          .workGroup = 16}};

inline std::span<const KernelRow> rowsOf(const qrt::ScanCall &) { return scanRows; }
Facts factsOf(const CallSite &site, const qrt::ScanCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::ScanCall &call);

} // namespace qopt

// What calibration measures, as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/statistics/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::ExtremesCall &) { return extremesRows; }
inline std::span<const KernelRow> rowsOf(const qrt::HistogramCall &) { return histogramRows; }
Facts factsOf(const CallSite &, const qrt::ExtremesCall &call);
Facts factsOf(const CallSite &, const qrt::HistogramCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::ExtremesCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::HistogramCall &call);

} // namespace qopt

// Range taps as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/observe/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::ObserveCall &) { return observeRows; }
Facts factsOf(const CallSite &, const qrt::ObserveCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::ObserveCall &call);

} // namespace qopt

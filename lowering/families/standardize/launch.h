// Norms before their scale as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/standardize/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::StandardizeCall &) { return standardizeRows; }
Facts factsOf(const CallSite &, const qrt::StandardizeCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::StandardizeCall &call);

} // namespace qopt

// Strided copies as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/copy/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::CopyCall &) { return copyRows; }
Facts factsOf(const CallSite &, const qrt::CopyCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::CopyCall &call);

} // namespace qopt

// Matrix products as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/matmul/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::MatmulCall &) { return matmulRows; }
Facts factsOf(const CallSite &, const qrt::MatmulCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::MatmulCall &call);

} // namespace qopt

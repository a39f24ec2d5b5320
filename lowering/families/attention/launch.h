// Attention as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/attention/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::AttentionCall &) { return attentionRows; }
Facts factsOf(const CallSite &, const qrt::AttentionCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::AttentionCall &call);

} // namespace qopt

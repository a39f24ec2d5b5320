// Softmax as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/softmax/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::SoftmaxCall &) { return softmaxRows; }
Facts factsOf(const CallSite &, const qrt::SoftmaxCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::SoftmaxCall &call);

} // namespace qopt

// Convolutions as launches.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/families/conv2d/rows.h"
#include "lowering/select/facts.h"

namespace qopt {

inline std::span<const KernelRow> rowsOf(const qrt::Conv2dCall &) { return conv2dRows; }
void padInput(qrt::Conv2dCall &call, int64_t multiple);
Facts factsOf(const CallSite &, const qrt::Conv2dCall &call);
qrt::Status emit(LaunchDraft &draft, const qrt::Conv2dCall &call);

} // namespace qopt

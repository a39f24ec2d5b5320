// Places that data choose: the host alone finds them. Without a row selection refuses the layer, so
// that nothing is emitted.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/select/facts.h"

#include <concepts>

namespace qopt {

template <typename Call>
concept HostOnly =
    std::same_as<Call, qrt::NonMaxSuppressionCall> || std::same_as<Call, qrt::NonZeroCall>;

template <HostOnly Call> std::span<const KernelRow> rowsOf(const Call &) { return {}; }
template <HostOnly Call> Facts factsOf(const CallSite &, const Call &) { return {}; }
template <HostOnly Call> qrt::Status emit(LaunchDraft &, const Call &) {
  return qrt::invalidArgument("internal: a call without kernels was given one");
}

} // namespace qopt

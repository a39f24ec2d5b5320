// The error of a flow that its caller ended.
#pragma once

#include "runtime/numerics/types/status.h"

namespace qopt {

/// A kind of error of the flows' own, behind the runtime's kinds, which knows no callers that
/// change their minds.
inline constexpr auto cancelledCode = qrt::StatusCode(int(qrt::StatusCode::DeviceError) + 1);

/// Tells whether a flow ended because FlowHooks::isCancelled asked for it.
inline bool wasCancelled(const qrt::Status &status) { return status.code() == cancelledCode; }

} // namespace qopt

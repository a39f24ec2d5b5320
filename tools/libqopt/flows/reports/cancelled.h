// How a flow ends that its caller ended.
#pragma once

#include "runtime/numerics/types/status.h"

namespace qopt {

/// Whether FlowHooks::isCancelled is why a flow gave this.
bool wasCancelled(const qrt::Status &status);

} // namespace qopt

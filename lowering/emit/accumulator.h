// Pools and reductions start their accumulators alike.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// Returns the C text of the value that a reduction starts from, in the type that it joins in.
std::string initialValue(qrt::ReduceKind kind, qrt::ElementType type);

} // namespace qopt

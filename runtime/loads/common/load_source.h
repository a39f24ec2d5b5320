// Every kind of load step reads a source and checks its walk by these.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// The source as it is stored, but for types that load steps widen or unpack.
struct LoadSource {
  const Execution &execution;
  const Tensor &value;
};

/// Elements of a target's shape; an error where it is none.
Status checkTarget(const Shape &shape, Linear &elements);
/// `walk` from one access of `elements`, dimension 0 of which is as large as it says.
Status checkAccess(const StridedWalk &walk, const StridedAccess &access, const Linear &elements);

} // namespace qrt

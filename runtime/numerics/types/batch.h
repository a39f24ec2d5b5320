// Solves for the batch of a run from the shapes of its inputs.
#pragma once

#include "runtime/numerics/types/port.h"
#include "runtime/numerics/types/status.h"

namespace qrt {

/// Returns the size as text, before it is rounded up: "2*N+1", "7".
std::string sizeToString(const Extent &size);
/// "Nx3x32x32".
std::string sizesToString(std::span<const Extent> sizes);

/// Returns the one N ≥ 1 at which all `inputs` have their `expected` shapes; 1 if no size grows.
/// Else returns InvalidArgument that names the first input that does not fit.
Expected<int64_t> solveBatch(std::span<const PortDescription<Extent>> expected,
                             std::span<const Tensor> inputs);

} // namespace qrt

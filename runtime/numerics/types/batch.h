// Which batch a run is of, from the shapes of its inputs.
#pragma once

#include "runtime/numerics/types/port.h"
#include "runtime/numerics/types/status.h"

namespace qrt {

/// "2*N+1", "7", before it is rounded up.
std::string sizeToString(const Extent &size);
/// "Nx3x32x32".
std::string sizesToString(std::span<const Extent> sizes);

/// The one N ≥ 1 at which all `inputs` are as `expected`; 1 where nothing grows. Else
/// InvalidArgument that names the first input that does not fit.
Expected<int64_t> solveBatch(std::span<const PortDescription<Extent>> expected,
                             std::span<const Tensor> inputs);

} // namespace qrt

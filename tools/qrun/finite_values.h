// Arrays of a user's that hold no numbers.
#pragma once

#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

namespace qopt::run {

/// Refuses a NaN, unless it is allowed, with its place; warns of infinities, which masks are made
/// of. `path` is what messages call the array.
qrt::Status checkFinite(const qrt::Tensor &array, const std::string &path, bool allowsNan);

} // namespace qopt::run

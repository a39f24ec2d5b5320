// A check that integers lie in a range.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qrt {

/// Returns the first value of an integer tensor that lies outside [low, high]; the tensor's type
/// holds both ends.
std::optional<int64_t> firstOutside(const Tensor &tensor, int64_t low, int64_t high);

} // namespace qrt

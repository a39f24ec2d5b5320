// Whether integers keep to a range.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qrt {

/// The first value of an integer tensor outside [low, high], which its type holds.
std::optional<int64_t> firstOutside(const Tensor &tensor, int64_t low, int64_t high);

} // namespace qrt

// The part of a tensor that is meant, where it has room for more.
#pragma once

#include "runtime/numerics/types/tensor.h"

namespace qrt {

/// The first `count` elements along a dimension, each with all behind it; not of packed values.
Tensor firstAlong(const Tensor &tensor, size_t dim, int64_t count);

} // namespace qrt

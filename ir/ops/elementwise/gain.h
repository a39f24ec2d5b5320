// The gain by which a batch norm multiplies, computed from its parameters.
#pragma once

#include <cmath>

namespace qopt::nn {

/// gamma · (1 / √(variance + epsilon)), each step rounded, as BatchNormOp's body computes it.
inline float gainOf(float gamma, float variance, float epsilon) {
  const float inverse = 1.0f / std::sqrt(variance + epsilon);
  return gamma * inverse;
}

} // namespace qopt::nn

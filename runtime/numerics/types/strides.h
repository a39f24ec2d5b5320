// The strides of dense row-major tensors.
#pragma once

#include "runtime/numerics/types/tensor.h"

namespace qrt {

/// Returns the number of elements between neighbours along each dimension.
inline std::vector<int64_t> rowMajorStrides(const Shape &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

} // namespace qrt

// Where the elements of a dense row-major tensor lie.
#pragma once

#include "runtime/numerics/types/tensor.h"

namespace qrt {

/// Elements between neighbours along each dimension.
inline std::vector<int64_t> rowMajorStrides(const Shape &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

} // namespace qrt

// Loops that run along lines, on dense tensors.
#pragma once

#include "runtime/numerics/types/tensor.h"
#include "runtime/numerics/types/walk.h"

namespace qopt::nn {

/// The lines along `axis` of a tensor: every other dimension, with its own strides in others.
inline qrt::StridedWalk linesOf(const qrt::Shape &shape, int64_t axis) {
  qrt::StridedWalk lines{shape};
  lines.sizes[size_t(axis)] = 1;
  return lines;
}

} // namespace qopt::nn

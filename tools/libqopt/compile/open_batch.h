// Finds the open size of a run; private to libqopt.
#pragma once

#include "ir/types/solve_sizes.h"

namespace qopt {

/// The batch among an entry's open sizes. A program has one open size, the batch, or none: then 1.
inline int64_t batchIn(const nn::SizeBindings &sizes) {
  return sizes.empty() ? 1 : sizes.begin()->second;
}

} // namespace qopt

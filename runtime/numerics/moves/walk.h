// A strided walk with as few dimensions as it can be written with. Internal.
#pragma once

#include "runtime/numerics/types/walk.h"

#include <span>

namespace qrt {

struct CollapsedWalk {
  std::vector<int64_t> sizes;                // at least one
  std::vector<std::vector<int64_t>> strides; // [access][dimension]

  int64_t count() const;
  /// Offset of the `index`-th point of the first `dimensions` dimensions.
  int64_t offsetOf(size_t access, int64_t index, size_t dimensions) const;
};

/// Drops dimensions of size 1 and joins neighbours that every access walks
/// as one.
CollapsedWalk collapse(const StridedWalk &walk, std::span<const StridedAccess *const> accesses);

} // namespace qrt

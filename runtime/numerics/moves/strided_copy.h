// Copies by strides, and fills.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <cstddef>
#include <cstdint>

namespace qrt {

/// Moves elements of `width` bytes (1, 2, 4 or 8).
void stridedCopy(const Execution &, const StridedWalk &, size_t width, const void *source,
                 const StridedAccess &sourceAccess, void *target,
                 const StridedAccess &targetAccess);
/// Fills `count` elements of `width` bytes with the low bytes of `bits`.
void fill(const Execution &, int64_t count, size_t width, uint64_t bits, void *target);

} // namespace qrt

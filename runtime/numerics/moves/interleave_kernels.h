// Planes that alternate in memory. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// to[i · planes + p] = from[p · planeStride + i].
using InterleaveFn = void (*)(void *to, const void *from, int64_t planeStride, int64_t count);
constexpr int interleavedPlanes = 4; // at most

struct InterleaveKernels {
  InterleaveFn interleave[3][interleavedPlanes - 1]; // of 1, 2 or 4 bytes, 2 or more planes

  /// Returns the kernel for elements of `width` bytes; null if there is none.
  InterleaveFn of(size_t width, int64_t planes) const {
    return width > 4 || planes < 2 || planes > interleavedPlanes
               ? nullptr
               : interleave[width / 2][planes - 2];
  }
};
const InterleaveKernels &interleaveKernels(Isa isa);

QRT_DECLARE_ISA_FILL(InterleaveKernels, fillInterleave)

} // namespace qrt

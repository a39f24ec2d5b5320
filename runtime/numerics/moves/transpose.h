// Planes whose rows are contiguous on one side and columns on the other. Internal.
#pragma once

#include <cstddef>
#include <cstdint>

namespace qrt {

struct TransposedPlane {
  int64_t rows, columns;
  int64_t sourceColumn, targetRow; // elements between neighbours; the other sides are dense
};

/// target[r · targetRow + c] = source[r + c · sourceColumn], elements of `width` bytes (1, 2, 4
/// or 8).
void transpose(size_t width, const TransposedPlane &plane, const void *source, void *target);

} // namespace qrt

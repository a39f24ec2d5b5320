// Sums of bytes: the bounds of an accumulator, and the correction for a zero point.
#pragma once

#include <cstdint>

namespace qrt {

struct ByteSums {
  int64_t sum = 0, magnitudes = 0; // Σ x, Σ |x|
};

/// Adds `count` values, `stride` elements apart.
void addBytes(ByteSums &sums, const int8_t *values, int64_t count, int64_t stride);

} // namespace qrt

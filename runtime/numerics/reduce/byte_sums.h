// Sums of bytes: what bounds an accumulator, and what a zero point adds to it.
#pragma once

#include <cstdint>

namespace qrt {

struct ByteSums {
  int64_t sum = 0, magnitudes = 0; // Σ x, Σ |x|
};

/// Adds `count` values, `stride` elements apart.
void addBytes(ByteSums &sums, const int8_t *values, int64_t count, int64_t stride);

} // namespace qrt

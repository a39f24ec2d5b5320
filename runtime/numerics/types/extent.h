// Sizes that grow with the batch.
#pragma once

#include "runtime/numerics/types/fields.h"

#include <cstdint>
#include <string>

namespace qrt {

/// round_up(scale·N + offset, multiple), N the batch of the run.
struct Extent {
  int64_t scale = 0, offset = 0, multiple = 1;
  constexpr int64_t at(int64_t batch) const {
    int64_t value = scale * batch + offset;
    return (value + multiple - 1) / multiple * multiple;
  }
  constexpr bool isStatic() const { return scale == 0; }
  bool operator==(const Extent &) const = default;
};
QRT_FIELDS(Extent, scale, offset, multiple)

/// Limits that keep every extent below 2^62 at every batch: verifyProgram refuses coefficients past
/// extentLimit, drivers refuse batches past maxBatch.
constexpr int64_t extentLimit = int64_t(1) << 40;
constexpr int64_t maxBatch = int64_t(1) << 20;

} // namespace qrt

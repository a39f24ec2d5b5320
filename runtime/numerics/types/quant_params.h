// What a tensor's stored integers stand for.
#pragma once

#include "runtime/numerics/types/element_type.h"
#include "runtime/numerics/types/fields.h"

#include <algorithm>
#include <cstdint>

namespace qrt {

/// real = scale·(q − zeroPoint); the scale is an f32 held in a double.
struct QuantParams {
  double scale = 1;
  int64_t zeroPoint = 0;
  int64_t min = -128, max = 127; // storage range
  ElementType storage = ElementType::I8;
  bool operator==(const QuantParams &) const = default;
  /// What stored values can be: nobody checks a buffer's bytes against a narrower `min`, `max`.
  int64_t lowest() const { return lowestOf(storage); }
  int64_t highest() const { return highestOf(storage); }
  /// Steps of a stored value from real zero, at most.
  int64_t reach() const { return std::max(highest() - zeroPoint, zeroPoint - lowest()); }
};
QRT_FIELDS(QuantParams, scale, zeroPoint, min, max, storage)

} // namespace qrt

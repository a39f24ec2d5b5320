// The quantization parameters of a tensor: they map its stored integers to real values.
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
  /// The range of stored values. It is the type's: nothing checks that a buffer's bytes keep to a
  /// narrower `min` and `max`.
  int64_t lowest() const { return lowestOf(storage); }
  int64_t highest() const { return highestOf(storage); }
  /// Returns the largest distance of a stored value from the zero point, in quantized values.
  int64_t reach() const { return std::max(highest() - zeroPoint, zeroPoint - lowest()); }
};
QRT_FIELDS(QuantParams, scale, zeroPoint, min, max, storage)

} // namespace qrt

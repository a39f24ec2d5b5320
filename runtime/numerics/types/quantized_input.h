// The type and the zero point with which an anchor reads its input.
#pragma once

#include "runtime/numerics/types/element_type.h"
#include "runtime/numerics/types/fields.h"

#include <cstdint>

namespace qrt {

/// The type and zero point of an anchor's input. The accumulator is F32 for floats; I32 = Σ (q_x −
/// zeroPoint)·q_w for I8 and U8; I64 for I16.
struct QuantizedInput {
  ElementType type = ElementType::F32;
  int32_t zeroPoint = 0;
  bool operator==(const QuantizedInput &) const = default;
};
QRT_FIELDS(QuantizedInput, type, zeroPoint)

} // namespace qrt

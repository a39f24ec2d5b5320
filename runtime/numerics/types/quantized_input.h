// An anchor reads its input as this says: a type and its zero point.
#pragma once

#include "runtime/numerics/types/element_type.h"
#include "runtime/numerics/types/fields.h"

#include <cstdint>

namespace qrt {

/// What the anchor's own input holds. For floats the accumulator is F32; for
/// I8/U8 it is I32 = Σ (q_x − zeroPoint)·q_w; for I16 it is I64.
struct QuantizedInput {
  ElementType type = ElementType::F32;
  int32_t zeroPoint = 0;
  bool operator==(const QuantizedInput &) const = default;
};
QRT_FIELDS(QuantizedInput, type, zeroPoint)

} // namespace qrt

// Kernels may finish sums in their registers instead of storing them. Internal.
#pragma once

#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// The computation that is applied to sums before they leave a kernel's registers.
enum class FinishKind : uint8_t {
  Bound,      // f32: min(max(sum + bias[c], lower), upper) + positive; it may be stored as bf16
  Requantize, // i32, to bytes: min(max((sum + bias[c])·scale[c], lower), upper), rounded, + zero
};
/// A number of 32 bits for each column; or one for all, as many as there are lanes, under the mask
/// 0.
struct FinishOperand {
  const void *data = nullptr; // of the first column; null: none
  int64_t columnMask = -1;

  /// Returns where the numbers of the columns from `column` on are.
  __attribute__((always_inline)) const void *at(int64_t column) const {
    return data ? static_cast<const char *>(data) + (column & columnMask) * 4 : nullptr;
  }
};
struct Finish {
  FinishKind kind;
  const void *bias; // f32 or i32, of the first column; null: none
  // Requantize multiplies f32(sum + bias[c]) by `scale`, which is f32. Where there are shifts, both
  // are i32 instead: MulHighI multiplies sum + bias[c] by `scale`, ShrRoundI shifts that by
  // `shifts`.
  FinishOperand scale, shifts;
  float lower, upper; // of Requantize integers: rounding before or behind them is the same
  float positive;     // +0 where −0 shall become it, else −0
  int32_t zero;
  char *output; // the first row's first column
  int64_t rowBytes, columns;
  ElementType stored = ElementType::F32; // of Bound: or BF16

  /// Returns the finish of the columns from `column` on. Per-ISA objects call it and must not share
  /// a copy.
  __attribute__((always_inline)) Finish from(int64_t column) const {
    Finish rest = *this;
    rest.bias = bias ? static_cast<const char *>(bias) + column * 4 : nullptr;
    rest.scale.data = scale.at(column);
    rest.shifts.data = shifts.at(column);
    rest.output += column * (kind != FinishKind::Bound ? 1 : stored == ElementType::F32 ? 4 : 2);
    rest.columns -= column;
    return rest;
  }
};

} // namespace qrt

// Kernels may finish sums in their registers instead of storing them. Internal.
#pragma once

#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// The computation that is applied to sums before they leave a kernel's registers.
enum class FinishKind : uint8_t {
  Bound,      // f32: min(max(sum + bias[c], lower), upper) + positive
  Requantize, // i32, to bytes: min(max((sum + bias[c])·scale[c], lower), upper), rounded, + zero
};
struct Finish {
  FinishKind kind;
  const void *bias;      // f32 or i32, of the first column; null: none
  const void *scale;     // of Requantize: f32, which f32(sum + bias[c]) is multiplied by, or
  const int32_t *shifts; // i32 with these shifts to the right, as MulHighI and ShrRoundI; else null
  float lower, upper;    // of Requantize integers: rounding before or behind them is the same
  float positive;        // +0 where −0 shall become it, else −0
  int32_t zero;
  char *output; // the first row's first column
  int64_t rowBytes, columns;

  /// Returns the finish of the columns from `column` on. Per-ISA objects call it and must not share
  /// a copy.
  __attribute__((always_inline)) Finish from(int64_t column) const {
    Finish rest = *this;
    rest.bias = bias ? static_cast<const char *>(bias) + column * 4 : nullptr;
    rest.scale = scale ? static_cast<const char *>(scale) + column * 4 : nullptr;
    rest.shifts = shifts ? shifts + column : nullptr;
    rest.output += column * (kind == FinishKind::Bound ? 4 : 1);
    rest.columns -= column;
    return rest;
  }
};

} // namespace qrt

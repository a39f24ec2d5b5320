// Reductions by a row of reductions.h.
#pragma once

#include "runtime/numerics/elementwise/epilogue.h"
#include "runtime/numerics/reduce/reductions.h"
#include "runtime/numerics/types/fields.h"
#include "runtime/numerics/types/quantized_input.h"

#include <cstdint>

namespace qrt {

/// [outer, reduced, inner] → [outer, inner]; outer is given at run time.
struct ReduceShape {
  ReduceKind kind = ReduceKind::Sum;
  int64_t reduced = 1, inner = 1;
  bool operator==(const ReduceShape &) const = default;
};
QRT_FIELDS(ReduceShape, kind, reduced, inner)

/// Sum of (q − zeroPoint), I64 for I16, F32 in the order of ordered_sum.h; or the
/// extreme stored value, F32 or I32, where a NaN wins and −0 lies below +0.
/// Epilogue coordinates: n = outer, p = 0, c = inner.
void reduce(const Execution &, const ReduceShape &, int64_t outer, QuantizedInput input,
            const void *x, const Epilogue &);

} // namespace qrt

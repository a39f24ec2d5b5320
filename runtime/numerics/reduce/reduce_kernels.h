// Reductions of columns that lie side by side. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/reduce/reductions.h"

namespace qrt {

/// acc[c] over `count` elements of column c, `stride` apart; the columns lie side by side.
struct ReduceArgs {
  const void *x;
  int64_t count, stride, columns;
  int32_t zeroPoint;
  void *acc;
};
using ReduceFn = void (*)(const ReduceArgs &);

struct ReduceKernels {
  ReduceFn reduce[reduceKindCount][elementTypeCount]; // null where it does not reduce the type
};
const ReduceKernels &reduceKernels(Isa isa);

QRT_DECLARE_ISA_FILL(ReduceKernels, fillReductions)

} // namespace qrt

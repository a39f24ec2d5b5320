// The Gram matrix of rows, xᵀx, and products between columns of them, in f64.
#pragma once

#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// sums[i·columns + j] += Σ_r rows[r·stride + i]·rows[r·stride + j] for j ≤ i, over `count` rows
/// one after the other; what lies above the diagonal is left as it is or written, whichever. A
/// product of two f32 is exact in f64, so that no rounding depends on whether it is fused with the
/// sum: the bits depend on the rows and their order alone, on every instruction set and number of
/// threads, however the rows are dealt out to calls.
void addGram(const Execution &execution, const float *rows, int64_t count, int64_t stride,
             int64_t columns, double *sums);

/// Neighbouring columns of a matrix of rows; `first` is their element of the first row.
struct Columns {
  const float *first;
  int64_t count;
};

/// sums[i·b.count + j] += Σ_r a[r·stride + i]·b[r·stride + j], over `count` rows; the bits are
/// those that addGram would give.
void addProducts(const Execution &execution, int64_t count, int64_t stride, Columns a, Columns b,
                 double *sums);

} // namespace qrt

// The Gram matrix of rows, xᵀx, and products between columns of them, in f64.
#pragma once

#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// Computes sums[i·columns + j] += Σ_r rows[r·stride + i]·rows[r·stride + j] for j ≤ i, over
/// `count` rows in order; entries above the diagonal may or may not be written. A product of two
/// f32 is exact in f64, so fusing it with the sum changes no rounding: the bits depend only on the
/// rows and their order, whatever the instruction set, the number of threads and the split of rows
/// among calls.
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

// Products of matrices of f64, for the compile side's linear algebra.
#pragma once

#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// A matrix of f64: element (i, j) lies at first[i·rowStride + j·columnStride].
struct DoubleMatrix {
  const double *first;
  int64_t rowStride, columnStride;
};

/// The sizes of a product of [rows, inner] and [inner, columns].
struct DoubleProductShape {
  int64_t rows, columns, inner;
};

/// Computes sums[j·stride + i] += Σ_k a(i, k)·b(k, j): `sums` lies column after column. Each
/// product is rounded and then added to the sum, in the order of k, so that the bits depend on the
/// operands alone: not on the instruction set, nor on the split of k among calls.
void addDoubleProduct(Isa isa, const DoubleProductShape &shape, const DoubleMatrix &a,
                      const DoubleMatrix &b, double *sums, int64_t stride);

/// The same, each rounded product subtracted.
void subtractDoubleProduct(Isa isa, const DoubleProductShape &shape, const DoubleMatrix &a,
                           const DoubleMatrix &b, double *sums, int64_t stride);

} // namespace qrt

// Matrix-vector products in the order of ordered_sum.h. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// out[v][r] = Σ matrix[r][i]·vector[v][i] + bias[r], rounded products in the order of
/// ordered_sum.h.
struct OrderedProductsArgs {
  const float *matrix; // rows of `count`, dense
  int64_t rows, count;
  const float *const *vector;
  const float *bias; // or null
  float *const *out;
  int64_t vectors;
};

struct OrderedProductsKernels {
  void (*orderedProducts)(const OrderedProductsArgs &);
};
const OrderedProductsKernels &orderedProductsKernels(Isa isa);

QRT_DECLARE_ISA_FILL(OrderedProductsKernels, fillOrderedProducts)

} // namespace qrt

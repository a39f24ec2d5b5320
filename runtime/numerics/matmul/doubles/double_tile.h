// Tiles of products of f64. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// Rows or columns of a panel: those of one k lie together, at [k·doublePanel].
constexpr int64_t doublePanel = 8;

/// tile[j·stride + i] += Σ_k a[k·doublePanel + i]·b[k·doublePanel + j], one k after the other,
/// of `count`; each product is rounded before it is added.
struct DoubleProductKernels {
  void (*doubleTile)(const double *a, const double *b, int64_t count, double *tile, int64_t stride);
};
const DoubleProductKernels &doubleProductKernels(Isa isa);

QRT_DECLARE_ISA_FILL(DoubleProductKernels, fillDoubleProduct)

} // namespace qrt

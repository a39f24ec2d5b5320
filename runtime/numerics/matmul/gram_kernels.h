// Tiles of a Gram matrix. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// Columns of a panel: element (r, i) of rows lies at [r·gramPanel + i], in f64.
constexpr int64_t gramPanel = 8;

/// tile[i·stride + j] += Σ_r a[r·gramPanel + i]·b[r·gramPanel + j], one row after the other, of
/// `count` rows.
struct GramKernels {
  void (*gramTile)(const double *a, const double *b, int64_t count, double *tile, int64_t stride);
};
const GramKernels &gramKernels(Isa isa);

QRT_DECLARE_ISA_FILL(GramKernels, fillGram)

} // namespace qrt

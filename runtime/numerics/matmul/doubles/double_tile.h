// Tiles of products of f64. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// Rows or columns of a panel: those of one k lie together, at [k·doublePanel].
constexpr int64_t doublePanel = 8;

/// tile[j·stride + i] += Σ_k a[k·doublePanel + i]·b[k·doublePanel + j], one k after the other, of
/// `count`.
using DoubleTileFn = void (*)(const double *a, const double *b, int64_t count, double *tile,
                              int64_t stride);
struct DoubleTileKernels {
  DoubleTileFn apart; // each product is rounded before it is added
  DoubleTileFn fused; // of products that are exact, so that one rounding gives the same bits
};
const DoubleTileKernels &doubleTileKernels(Isa isa);

/// Returns how many panels hold so many rows or columns.
constexpr int64_t doublePanels(int64_t size) { return (size + doublePanel - 1) / doublePanel; }

/// Adds to the part of a tile that lies within the sums: `height` rows of `width` columns, which
/// lie `stride` apart.
void addDoubleTile(DoubleTileFn add, const double *a, const double *b, int64_t count,
                   int64_t height, int64_t width, double *place, int64_t stride);

QRT_DECLARE_ISA_FILL(DoubleTileKernels, fillDoubleTiles)

} // namespace qrt

// Products of matrices: their shapes, packed weights and loop.
#pragma once

#include "runtime/numerics/elementwise/epilogue.h"
#include "runtime/numerics/matmul/packed_weights.h"
#include "runtime/numerics/types/fields.h"
#include "runtime/numerics/types/quantized_input.h"

#include <array>
#include <cstdint>
#include <optional>

namespace qrt {

/// The strides of a product's operands, in elements. Matrix s of `batch` is (s / inner, s % inner);
/// two strides give its beginning, as in attention, where heads lie inside rows.
struct MatmulStrides {
  int64_t inner = 1;
  std::array<int64_t, 3> a{}; // outer, inner, row; k is contiguous
  std::array<int64_t, 4> b{}; // outer, inner, k, column
  int64_t aOffset = 0, bOffset = 0;
  bool operator==(const MatmulStrides &) const = default;
};
QRT_FIELDS(MatmulStrides, inner, a, b, aOffset, bOffset)

/// C[m,n] = Σ_k A[m,k]·B[k,n] for each of `batch` matrices; B is one matrix
/// for all when `sharedB`. Without strides A is dense and B too, as [k,n] or,
/// when `transposedB`, as [n,k].
struct MatmulShape {
  int64_t k = 1, n = 1;
  bool transposedB = false, sharedB = true;
  std::optional<MatmulStrides> strides = std::nullopt;
  bool operator==(const MatmulShape &) const = default;
};
QRT_FIELDS(MatmulShape, k, n, transposedB, sharedB, strides)

/// Returns the shape's strides, or dense ones for matrices A of `rows` rows.
MatmulStrides stridesOf(const MatmulShape &shape, int64_t rows);

/// Packs B, which has `matrices` matrices (1: shared) of a type that isReadFactor accepts, or i16
/// values in −255 … 255 beside bytes.
PackedWeightsPtr packMatmul(const Execution &, const MatmulShape &, QuantizedInput input,
                            int64_t matrices, QuantizedInput bType, const void *b,
                            PackedFor = PackedFor::Run);
/// Multiplies A, [batch, rows, k], with packed B. `input` is that of packing, but for its zero
/// point. Epilogue coordinates: n = batch, p = row, c = column.
void matmul(const Execution &, const MatmulShape &, int64_t batch, int64_t rows,
            QuantizedInput input, const void *a, const PackedWeights &b, const Epilogue &);

} // namespace qrt

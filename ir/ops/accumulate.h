// Epilogues E1 to E4 of the numerics contract, shared by convolution and
// matrix product, and the proof that their accumulators cannot overflow.
#pragma once

#include "ir/dialect.h"

namespace qopt::nn {

/// The tensors of an operation that sums products. Optional ones may be null.
struct Accumulation {
  mlir::Value input, weights, bias, residual, result;
  unsigned biasIndex = 0, residualIndex = 0; // operand numbers
};

/// Storage of the accumulator: f32; i32; for 16-bit input i64.
qrt::ElementType accumulatorType(mlir::Type input);

/// The same for pools and reductions: sums accumulate as above, an extreme is
/// f32 or i32.
qrt::ElementType pooledType(mlir::Type input, bool sums);

/// Factors of a quantized sum of products: `weights` have the width of
/// `input`, 8 or 16 bits, and every s_x·s_w/s_y is a normal f32.
mlir::LogicalResult verifyFactors(mlir::Operation *op, llvm::StringRef label,
                                  const Accumulation &accumulation);

/// How weights are added up: each sum has `terms` products, and belongs to a channel, which runs
/// along the weights' dimension `axis`.
struct SumLayout {
  int64_t terms, axis;
};

/// No sum of products, with its bias, can leave the accumulator.
mlir::LogicalResult verifyProductSum(mlir::Operation *op, llvm::StringRef label,
                                     const Accumulation &accumulation, SumLayout layout);

BodyValue buildEpilogue(BodyBuilder &body, const Accumulation &op);

/// Whether all sums Σ (q − z)·w + b stay in the accumulator of `input`, by the signs of
/// `weights`, which are in steps; the bias, one per channel, is i32, i64 or null.
bool sumsFit(const QuantParams &input, const qrt::Tensor &weights, SumLayout layout,
             const qrt::Tensor *integerBias);

} // namespace qopt::nn

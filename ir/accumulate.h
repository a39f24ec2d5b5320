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

/// Of weights that are computed: `terms` products of any stored values fit the accumulator.
/// (Constant ones are looked at by accumulatorBound, where they are chosen or lowered.)
mlir::LogicalResult verifyProductSum(mlir::Operation *op, llvm::StringRef label,
                                     const Accumulation &accumulation, int64_t terms);

BodyValue buildEpilogue(BodyBuilder &body, const Accumulation &op);

/// The largest magnitude that the accumulator of any channel can reach:
/// max_c Σ|w|·max|q − z| + |bias|, `weights` in steps with channels along `axis`, the bias
/// i32, i64 or null. The largest int64 where it does not fit that.
int64_t accumulatorBound(const QuantParams &input, const qrt::Tensor &weights, int64_t axis,
                         const qrt::Tensor *integerBias);

} // namespace qopt::nn

// The proof that the accumulator of a sum of products cannot overflow.
#pragma once

#include "ir/ops/accumulate.h"

namespace qopt::nn {

/// The layout of sums over weights: each sum has `terms` products and belongs to a channel along
/// the weights' dimension `axis`.
struct SumLayout {
  int64_t terms, axis;
};

/// Verifies that no sum of products, with its bias, can leave the accumulator.
mlir::LogicalResult verifyProductSum(mlir::Operation *op, llvm::StringRef label,
                                     const Accumulation &accumulation, SumLayout layout);

/// Returns whether all sums Σ (q − z)·w + b stay in the accumulator of `input`, given the signs of
/// `weights`, which are quantized values; the bias, one per channel, is i32, i64 or null.
bool sumsFit(const QuantParams &input, const qrt::Tensor &weights, SumLayout layout,
             const qrt::Tensor *integerBias);

} // namespace qopt::nn

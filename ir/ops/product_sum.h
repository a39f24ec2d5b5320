// The proof that the accumulator of a sum of products cannot overflow.
#pragma once

#include "ir/ops/accumulate.h"

namespace qopt::nn {

/// How weights are added up: each sum has `terms` products, and belongs to a channel, which runs
/// along the weights' dimension `axis`.
struct SumLayout {
  int64_t terms, axis;
};

/// No sum of products, with its bias, can leave the accumulator.
mlir::LogicalResult verifyProductSum(mlir::Operation *op, llvm::StringRef label,
                                     const Accumulation &accumulation, SumLayout layout);

/// Whether all sums Σ (q − z)·w + b stay in the accumulator of `input`, by the signs of
/// `weights`, which are in steps; the bias, one per channel, is i32, i64 or null.
bool sumsFit(const QuantParams &input, const qrt::Tensor &weights, SumLayout layout,
             const qrt::Tensor *integerBias);

} // namespace qopt::nn

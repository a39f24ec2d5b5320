// Zero points of weights: one for the tensor, or one for each channel.
#pragma once

#include "ir/types/quant_type.h"
#include "runtime/numerics/types/tensor.h"

namespace qopt::nn {

/// Returns the type's zero points: one, or one for each channel; none if it is not quantized.
llvm::SmallVector<int64_t> zeroPointsOf(mlir::Type type);

/// Some weight's q − z is not its stored value.
bool hasZeroPoints(mlir::Type type);

/// Weights that products take (R3, R5): signed with zero points of 0, or a constant of at most 8
/// bits with any.
bool mayHaveZeroPoints(mlir::Value weights);

/// q − z of every value: i8 where all lie in −128 … 127, else i16 (weights have at most 8 bits).
/// `stored` has the type `type`.
qrt::Tensor centeredWeights(const qrt::Tensor &stored, mlir::RankedTensorType type);

} // namespace qopt::nn

// Reads the real values that a quantized layer's constants stand for.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace qopt::run {

/// Returns the operand of an operation that its rule calls weights, or bias, and that is constant;
/// none where there is none.
std::optional<unsigned> constantWeights(mlir::Operation *op);
std::optional<unsigned> constantBias(mlir::Operation *op);

/// Returns the f32 values of a constant's steps, per tensor or channel, or the constant where it is
/// f32. None for other types.
std::optional<qrt::Tensor> realConstant(mlir::Value value);
/// Returns a quantized layer's bias as f32, be it integers of the scale that input and weights
/// imply; zeros of `count` elements where it has none. None where it cannot be told.
std::optional<qrt::Tensor> realBias(mlir::Operation *layer, int64_t count);

} // namespace qopt::run

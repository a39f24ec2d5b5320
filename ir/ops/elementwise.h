// Code that elementwise operations share; function.td's methods call it.
#pragma once

#include "ir/interfaces.h"

namespace qopt::nn::detail {

/// Infers the shape of operands that broadcast as in NumPy; an error names C1 if they do not.
mlir::LogicalResult inferBroadcast(mlir::Operation *op,
                                   llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error);

/// Builds the 8-bit table of `real` if the operation is quantized, else the body from `floatBody`.
BodyValue tableOr(BodyBuilder &body, mlir::Operation *op, llvm::function_ref<double(double)> real,
                  llvm::function_ref<BodyValue(BodyValue)> floatBody);

/// Checks that the function's elements are f32, f16, bf16, or quantized per tensor on 8 bits.
mlir::LogicalResult verifyFunction(mlir::Operation *op);

} // namespace qopt::nn::detail

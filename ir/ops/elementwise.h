// What elementwise operations share; function.td's methods are made of it.
#pragma once

#include "ir/interfaces.h"

namespace qopt::nn::detail {

/// Operands broadcast as in NumPy; an error naming C1 where they do not.
mlir::LogicalResult inferBroadcast(mlir::Operation *op,
                                   llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error);

/// The 8-bit table of `real` where the operation is quantized, otherwise what `floatBody` builds.
BodyValue tableOr(BodyBuilder &body, mlir::Operation *op, llvm::function_ref<double(double)> real,
                  llvm::function_ref<BodyValue(BodyValue)> floatBody);

/// A function of one element: f32, f16, bf16, or quantized per tensor on 8 bits.
mlir::LogicalResult verifyFunction(mlir::Operation *op);

} // namespace qopt::nn::detail

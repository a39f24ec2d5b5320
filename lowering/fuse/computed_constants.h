// Lowering computes elementwise operations on constants once, so that no run of the program repeats
// them.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// Returns a copy of `function` in which elementwise operations on constants alone, as dequantized
/// batch norms have them, are the constants that the evaluator makes of them; null where there are
/// none. Casts of f16 and bf16 stay, which readers widen as they load. A result of more than 16 KiB
/// stays an operation where a product reads it, which reads narrow weights as they are stored, and
/// one of more than 1 MiB always, since it may be far larger than what it is made of.
mlir::OwningOpRef<mlir::func::FuncOp> computeConstants(mlir::func::FuncOp function);

} // namespace qopt

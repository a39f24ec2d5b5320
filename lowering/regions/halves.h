// Values that are halves in memory, and f32 to whoever computes on them.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace qopt {

/// f32 values that readers who widen take from memory as another value, f16 or bf16.
using StoredValues = llvm::DenseMap<mlir::Value, mlir::Value>;

/// Returns the f16 or bf16 value that `value` is the exact widening of; null where there is none.
mlir::Value halfOf(mlir::Value value);

/// Plain f32, f16 or bf16.
bool isFloatOrHalf(mlir::Type type);

} // namespace qopt

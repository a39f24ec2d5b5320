// Elementwise operations behind views of what another operation computed: they join it.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which an operation that computes each element by itself, as a scale of
/// queries does, stands before the reshapes and transposes through which alone it reads what an
/// operation with a body made, and so goes on in that one's kernel. Null where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> computeBeforeViews(mlir::func::FuncOp function);

} // namespace qopt

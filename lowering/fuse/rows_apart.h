// Products of rows that a file joined for them and parts again behind.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which a product by one matrix reads [a, b, k] where the file made [a·b,
/// k] of it and [a, b, n] of the result: what follows is behind the product itself, not behind a
/// view of it, and goes on in its kernel. Null where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> keepRowsApart(mlir::func::FuncOp function);

} // namespace qopt

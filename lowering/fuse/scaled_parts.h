// Scales of parts of a product's columns, as of queries and keys.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which a product with one number, that stands behind an nn.split of
/// columns and views of one part, is a product of all columns with a number for each, 1 for the
/// other parts': it goes on in the kernel that makes the columns, and the part stays a view. No bit
/// differs, for x · 1 is x. Null where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> scaleBeforeParts(mlir::func::FuncOp function);

} // namespace qopt

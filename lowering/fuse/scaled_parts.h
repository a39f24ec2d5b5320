// Scales of parts of a product's columns, as of queries and keys.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which a product with one number, that reads some of a kernel's columns
/// by way of views, is a product of all columns with a number for each, 1 for the others: it goes
/// on in the kernel that makes the columns, and what read it reads a view. No bit differs, for x ·
/// 1 is x. Null where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> scaleBeforeParts(mlir::func::FuncOp function);

} // namespace qopt

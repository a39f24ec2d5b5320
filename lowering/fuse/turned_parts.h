// Dimensions joined, turned and parted again: one transpose.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which a reshape that joins dimensions, a transpose and a reshape that
/// parts the same dimensions again are one transpose of the parts, and so a view: heads that lie
/// inside of rows cannot be joined with the samples without a copy. Null where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> turnParts(mlir::func::FuncOp function);

} // namespace qopt

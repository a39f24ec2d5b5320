// Views and copies that do nothing but move rows: one gather by a table.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which what reshapes, transposes, slices, splits and concatenations make
/// of one value, and strides cannot say, is an nn.gather of its rows by a constant table, the same
/// for each sample: a window's shift is one load at a computed place, which bodies behind it join,
/// where it was four copies. What would be one copy stays unless a body behind it can take it. Null
/// where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> gatherMovedRows(mlir::func::FuncOp function);

} // namespace qopt

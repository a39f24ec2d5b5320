// Composites that no call computes whole are taken apart before anything else.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` with its composites expanded; null where there are none. The module that
/// is compiled stays as it was.
mlir::OwningOpRef<mlir::func::FuncOp> expandComposites(mlir::func::FuncOp function);

} // namespace qopt

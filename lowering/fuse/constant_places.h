// A gather of one constant place becomes a view of that place.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which an nn.gather of one constant place is a slice, and so a view; null
/// where there is none.
mlir::OwningOpRef<mlir::func::FuncOp> sliceConstantPlaces(mlir::func::FuncOp function);

} // namespace qopt

// Samples that a reshape joins with what lies around them: heads, positions, windows.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function`, whose sizes grow with one batch, in which every dimension that grows
/// counts samples first. Where the file has S·N rows, position after position, the copy has N·S,
/// sample after sample, and what stands between the reshapes that join and part them again computes
/// the same rows in that order. Null where nothing is to be done; a diagnostic where an operation
/// or an output needs the file's own order, or a reshape leaves no dimension that holds whole
/// samples.
mlir::FailureOr<mlir::OwningOpRef<mlir::func::FuncOp>>
keepSamplesApart(mlir::func::FuncOp function);

/// Succeeds if keepSamplesApart() would, and otherwise gives the same diagnostics.
mlir::LogicalResult checkSamplesApart(mlir::func::FuncOp function);

} // namespace qopt

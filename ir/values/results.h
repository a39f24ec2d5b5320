// What an entry returns.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::nn {

/// Returns `values` as well, after what it returns.
void appendResults(mlir::func::FuncOp function, mlir::ValueRange values);

} // namespace qopt::nn

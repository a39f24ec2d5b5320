// What an entry returns.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace qopt::nn {

/// Returns `values` as well, after what it returns.
void appendResults(mlir::func::FuncOp function, mlir::ValueRange values);

/// Sets `attribute` of each result to its value; a null one leaves it as it is. All at once, for to
/// set one result's takes as long as there are results.
void setResultAttributes(mlir::func::FuncOp function, llvm::StringRef attribute,
                         llvm::ArrayRef<mlir::Attribute> values);
/// Their nn.name, by which callers know them.
void setOutputNames(mlir::func::FuncOp function, llvm::ArrayRef<std::string> names);

} // namespace qopt::nn

// Changes to the results of an entry.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace qopt::nn {

/// Adds `values` to the results of `function`, after the existing ones.
void appendResults(mlir::func::FuncOp function, mlir::ValueRange values);

/// Sets `attribute` of each result to its value; a null one leaves it unchanged. All are set at
/// once, because setting one result's takes time linear in the number of results.
void setResultAttributes(mlir::func::FuncOp function, llvm::StringRef attribute,
                         llvm::ArrayRef<mlir::Attribute> values);
/// Sets the results' nn.name, by which callers know them.
void setOutputNames(mlir::func::FuncOp function, llvm::ArrayRef<std::string> names);

} // namespace qopt::nn

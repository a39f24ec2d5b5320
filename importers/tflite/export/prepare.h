// Rewrites of a graph before it is written, which spare the file transposes.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::tflite {

/// An image flattened channels first before a product with constant weights becomes one flattened
/// channels last: the columns of the weights change places.
void prepare(mlir::func::FuncOp entry);

} // namespace qopt::tflite

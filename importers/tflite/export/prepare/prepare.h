// Rewrites of a graph before it is written.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::tflite {

/// Operators that the importer expands become one operation again (recognize_softmax.h), and an
/// image flattened channels first before a product with constant weights becomes one flattened
/// channels last: the columns of the weights change places.
void prepare(mlir::func::FuncOp entry);

} // namespace qopt::tflite

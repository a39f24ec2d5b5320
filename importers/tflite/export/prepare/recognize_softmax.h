// Softmax of steps, which the importer expands into plain integers, as one operation again.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::tflite {

/// Each expansion of (L16) and (L17) with a beta of 1 becomes an nn.softmax on quantized types,
/// which only an exporter has.
void recognizeSoftmax(mlir::func::FuncOp entry);

} // namespace qopt::tflite

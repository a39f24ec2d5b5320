// The integer form of an operator that was made of real values: dequantized, computed, to be
// quantized. Under the interpreter's rules (docs/reference/numerics.md, L1) it has these bits.
#pragma once

#include "mlir/IR/Value.h"

namespace qopt::tflite {

/// `real` as steps of `element`, quantized per tensor: what made it computes on steps instead. Null
/// where something on the way has no integer form, and then nothing is left behind.
mlir::Value asSteps(mlir::Value real, mlir::Type element);

} // namespace qopt::tflite

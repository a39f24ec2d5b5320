// Operators whose integers are expanded into the IR's (importers/tflite/integers).
#pragma once

#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// Binds what `expanded(x, element)` makes of an operator's one operand, where that and the result
/// are quantized: whether they are. x holds its steps, `element` is the result's type.
template <typename Expand> bool expandsSteps(Binder &b, Expand expanded) {
  if (!b.ok() || !b.inputSteps(0) || !b.outputSteps(0) || b.isConstant(0))
    return false;
  Values x = b.readStored({0});
  mlir::Type element = b.ok() ? quantizedType(b.context(), *b.outputSteps(0)) : mlir::Type();
  Value y = b.ok() ? expanded(x, element) : Value();
  b.bindStored(0, y, x.order);
  return true;
}

} // namespace qopt::tflite

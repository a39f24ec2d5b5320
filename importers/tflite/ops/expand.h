// Operators whose integers are expanded into the IR's (importers/tflite/integers).
#pragma once

#include "importers/tflite/graph/binder.h"
#include "ir/types/quant_type.h"

namespace qopt::tflite {

/// Refuses types that have no expansion: several scales, plain integers, more than `most` bytes.
inline void needSteps(Binder &b, llvm::ArrayRef<mlir::Type> types, size_t most) {
  for (mlir::Type type : types) {
    const std::optional<nn::QuantParams> params = nn::quantParams(type);
    b.support(params && qrt::byteWidth(params->storage) <= most,
              "on steps of several scales, or of so many bits");
  }
}

/// Binds what `expanded(x, element)` makes of an operator's one operand, where that and the result
/// are quantized: whether they are. x holds its steps, `element` is the result's type.
template <typename Expand> bool expandsSteps(Binder &b, Expand expanded) {
  if (!b.ok() || !b.inputSteps(0) || !b.outputSteps(0) || b.isConstant(0))
    return false;
  Values x = b.readStored({0});
  mlir::Type element = b.ok() ? quantizedType(b.context(), *b.outputSteps(0)) : mlir::Type();
  if (b.ok())
    needSteps(b, {x[0].getType(), element}, 4);
  Value y = b.ok() ? expanded(x, element) : Value();
  b.bindStored(0, y, x.order);
  return true;
}

} // namespace qopt::tflite

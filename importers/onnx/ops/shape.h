// What the shape operators share.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// The sizes of input `index`, whatever stands for it: a tensor, a constant,
/// or folded integers. Empty when the binder failed.
llvm::SmallVector<nn::Dim> shapeOf(Binder &b, unsigned index);

/// Input `index` may be moved as it is: not quantized per axis.
Binder &movable(Binder &b, unsigned index, Value &value);

/// Input 0's elements under another shape, as constant, integers or tensor.
void emitView(Binder &b, llvm::ArrayRef<nn::Dim> shape);

} // namespace qopt::onnx

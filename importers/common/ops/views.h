// Inputs seen under other shapes, whatever stands for them: a tensor, a constant,
// or folded integers.
#pragma once

#include "importers/common/graph/layer_binder.h"

namespace qopt {

/// The sizes of input `index`. Empty when the binder failed.
llvm::SmallVector<nn::Dim> shapeOf(LayerBinder &b, unsigned index);

/// Input 0's elements under another shape.
void emitView(LayerBinder &b, llvm::ArrayRef<nn::Dim> shape);

} // namespace qopt

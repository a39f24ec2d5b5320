// Convolutions with something behind them.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// Conv of the layer's inputs 0, 1 and 2, under the part's name (none: the layer's own).
Value convPart(Binder &b, llvm::StringRef name);

} // namespace qopt::onnx

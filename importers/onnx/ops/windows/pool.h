// Pools of steps on the way.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// What the layer's attributes make of AveragePool, under the part's name (none: the layer's own).
Value averagePoolPart(Binder &b, llvm::StringRef name, Value x);

} // namespace qopt::onnx

// Pools of steps on the way.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// Makes the average pool that the layer's attributes describe, under the part's name (none: the
/// layer's own).
Value averagePoolPart(Binder &b, llvm::StringRef name, Value x);

} // namespace qopt::onnx

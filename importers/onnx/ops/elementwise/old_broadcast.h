// Reads how operands broadcast before opset 7.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// Reads `broadcast` and `axis` where they may stand: the dimension of `lhs` along which the first
/// one of `rhs` runs, or none where the last ones agree.
inline std::optional<int64_t> readOldBroadcast(Binder &b) {
  bool broadcasts = false;
  int64_t axis = 0;
  if (b.opset() >= 7)
    return std::nullopt;
  b.attr("broadcast", broadcasts).ignore("consumed_inputs", "says what may be overwritten");
  b.attr("axis", axis);
  return broadcasts && b.has("axis") ? std::optional(axis) : std::nullopt;
}

/// `rhs` as it broadcasts in NumPy's way.
inline void alignOldOperands(Binder &b, Value lhs, Value &rhs) {
  std::optional<int64_t> axis = readOldBroadcast(b);
  if (!axis || !b.ok() || !b.axis(*axis, std::max<int64_t>(rankOf(lhs), 1)).ok())
    return;
  llvm::SmallVector<nn::Dim> shape = llvm::to_vector(nn::symbolicShape(rhs));
  int64_t behind = rankOf(lhs) - *axis - rankOf(rhs);
  b.require(behind >= 0, "its second operand reaches beyond the first one's dimensions");
  shape.append(size_t(std::max<int64_t>(behind, 0)), nn::staticDim(1));
  if (b.ok() && behind > 0)
    rhs = b.reshapePart("aligned", rhs, shape);
}

} // namespace qopt::onnx

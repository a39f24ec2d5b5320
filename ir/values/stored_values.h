// Questions about a constant that are answered without writing its values out: a splat of one
// number may stand for gigabytes.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace qopt::nn {

/// The type and size of a constant as storedConstant returns it.
struct StoredSize {
  qrt::ElementType type;
  int64_t bytes;
};
std::optional<StoredSize> storedSize(mlir::ElementsAttr attribute);

/// constantTensor has a tensor for it.
bool isConstant(mlir::Value value);

/// The one value of a splat, as a tensor of shape [1]; none of other attributes.
std::optional<qrt::Tensor> splatValue(mlir::ElementsAttr attribute);

} // namespace qopt::nn

// Types of tensors that rewrites change element by element: the shape and its sizes stay.
#pragma once

#include "ir/types/quant_type.h"

#include "mlir/IR/BuiltinTypes.h"

namespace qopt {

inline mlir::RankedTensorType withElement(mlir::Type tensor, mlir::Type element) {
  return mlir::cast<mlir::RankedTensorType>(tensor).clone(element);
}

/// The tensor's values as steps of `params`.
inline mlir::RankedTensorType asSteps(mlir::Type tensor, const nn::QuantParams &params) {
  return withElement(tensor, nn::quantType(tensor.getContext(), params));
}

} // namespace qopt

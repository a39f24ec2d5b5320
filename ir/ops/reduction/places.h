// Operations whose data choose how many places their results hold share these functions.
#pragma once

#include "ir/ops.h"
#include "ir/verify.h"

namespace qopt::nn {

/// (C2) of their results.
inline llvm::LogicalResult verifyPlaces(mlir::Operation *op) {
  for (mlir::Value result : op->getResults())
    if (!mlir::getElementTypeOrSelf(result).isInteger(64))
      return violates(op, "C2") << "a result of " << mlir::getElementTypeOrSelf(result);
  return llvm::success();
}

} // namespace qopt::nn

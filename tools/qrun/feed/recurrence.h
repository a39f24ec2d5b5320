// Which dimension of an input a recurrent layer steps along.
#pragma once

#include "mlir/IR/Value.h"

namespace qopt::run {

/// The recurrent layer whose steps dimension `dim` of `value` is, as far as it can be followed;
/// null where there is none.
mlir::Operation *recurrentAlong(mlir::Value value, int64_t dim);

} // namespace qopt::run

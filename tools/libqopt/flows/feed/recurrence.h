// Finds the dimension of an input that a recurrent layer steps along.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"

namespace qopt::run {

/// The recurrent layer whose steps dimension `dim` of `value` is, as far as it can be followed;
/// null where there is none.
mlir::Operation *recurrentAlong(mlir::Value value, int64_t dim);

/// Fails where a recurrent layer steps along an input's first dimension, which is not the samples'
/// then.
qrt::Status checkSampleDimension(mlir::ModuleOp module);

} // namespace qopt::run

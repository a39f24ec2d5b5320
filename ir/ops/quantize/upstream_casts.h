// MLIR's own quant.qcast and quant.dcast, read as ours.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace qopt::nn {

/// Every quant.qcast of `module` becomes nn.quantize, every quant.dcast nn.dequantize, with its
/// attributes. Fails with a diagnostic where ours do not take the types (a scalar, an i4).
mlir::LogicalResult convertUpstreamCasts(mlir::ModuleOp module);

} // namespace qopt::nn

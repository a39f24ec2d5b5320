// Products of one value with several constants, as queries, keys and values, become one product.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/numerics/execution/execution.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

/// `function` with products that read the same value joined, or null where there are none: the
/// columns of one constant behind those of another, results as parts of one. Each column is summed,
/// scaled and rounded as before; quantized results keep their scales, one for each column. Joined
/// are products whose results are read by products of matrices of their own, by way of views of
/// strides alone, where the kernels that would be chosen cost no more together than apart, over
/// all ranges of batches.
mlir::OwningOpRef<mlir::func::FuncOp> joinSiblingProducts(mlir::func::FuncOp function,
                                                          const qrt::DeviceDescription &device,
                                                          qrt::FloatOrder order);

} // namespace qopt

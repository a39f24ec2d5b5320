// Kernels multiply signed weights of zero point 0: products of others are made such.
#pragma once

#include "runtime/format/device_description.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A copy of `function` in which no constant that convolutions and products read as weights is
/// unsigned or has zero points; null where none is. Weights whose q − z all lie in −128 … 127 are
/// these numbers. Of others (A6):
/// - Of one group, what a byte does not hold are weights of further input channels: the layer
///   reads some channels of its input again behind the others, in a concatenation.
/// - Of several groups the steps stay, as i8, with zero points per axis, and the layer reads the sum
///   of each window's q_x − z_x, which takes them off: a convolution with ones. A depthwise one
///   whose weights have one zero point keeps it: kernels take that.
/// Layers that read the same share it.
mlir::OwningOpRef<mlir::func::FuncOp> centerWeights(mlir::func::FuncOp function,
                                                    const qrt::DeviceDescription &device);

} // namespace qopt

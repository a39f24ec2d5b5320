// Measured ranges: from a calibration file or an option into nn.range.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

/// Reads {"version": 1, "ranges": {key: [min, max], …}} and sets nn.range of
/// the values named. Diagnoses: a file that cannot be read, another version, a
/// key that no value of `function` has, a range that is not two finite numbers
/// in order.
mlir::LogicalResult applyCalibration(mlir::func::FuncOp function, llvm::StringRef path);

/// The same for `key=min:max`, as written on the command line.
mlir::LogicalResult applyRangeOptions(mlir::func::FuncOp function,
                                      llvm::ArrayRef<std::string> options);

} // namespace qopt

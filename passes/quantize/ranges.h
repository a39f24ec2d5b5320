// Measured ranges: from a calibration file or an option into nn.range.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

/// Reads {"version": 1, "ranges": {key: [min, max], …}} and sets nn.range of
/// the values named. Diagnoses: a file that cannot be read, another version, a
/// key that no value of `function` has, a range that is not two finite numbers
/// in order.
mlir::LogicalResult applyCalibration(mlir::func::FuncOp function, llvm::StringRef path);

/// A range as written on the command line: `key=min:max`.
struct RangeOption {
  llvm::StringRef key;
  double min, max;
};
/// None, with `reason` filled in, where `text` is no such range.
std::optional<RangeOption> parseRangeOption(llvm::StringRef text, std::string &reason);

/// Sets nn.range of the values named; diagnoses keys that no value has.
mlir::LogicalResult applyRanges(mlir::func::FuncOp function, llvm::ArrayRef<RangeOption> options);

} // namespace qopt

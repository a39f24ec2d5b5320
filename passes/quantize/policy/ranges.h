// Measured ranges: from a calibration file or an option into nn.range.
#pragma once

#include "ir/values/keys.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

struct Calibration; // passes/calibrate/calibration.h

/// Empty, or why a calibration of known origin is of another model's weights.
std::string whyOfAnotherModel(mlir::func::FuncOp function, const Calibration &calibration);

/// Reads a table of any format (passes/calibrate/tables) and sets nn.range of the values named.
/// Diagnoses what cannot be read; a calibration file of other weights or another preprocessing, or
/// with a key that no value of `function` has, unless both are of the same model's file: it warns
/// of that, and of what another tool's table does not fit.
mlir::LogicalResult applyCalibrationFile(mlir::func::FuncOp function, llvm::StringRef path);
/// Sets ranges by key, from memory. Returns "", or the reason why nothing was set. Keys that no
/// value has are left out where both are of the same model's file.
std::string applyCalibration(mlir::func::FuncOp function, const Calibration &calibration);

/// Returns why no value of the module has this key, for messages.
std::string whyMissing(mlir::func::FuncOp function, const nn::ValuesByKey &values,
                       llvm::StringRef key);

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

// The written file, read again.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringRef.h"

#include <functional>

namespace qopt::tflite {

/// A function that imports a file's bytes and compares the entry with this one: inputs and outputs
/// have their number, and each has its element type, its rank and its sizes, in some order. The
/// layers are not compared; `qopt a --compare=b` does that.
std::function<qrt::Status(llvm::StringRef fileBytes)> readBackOf(mlir::func::FuncOp entry);

} // namespace qopt::tflite

// Modules as the tools write them.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace qopt::io {

/// Writes bytecode with this version as the producer, and a sum.
mlir::LogicalResult writeBytecode(mlir::ModuleOp module, std::string &bytecode);

/// Checks that modules may have this name: .mlir, .mlirbc, or a device.
qrt::Status checkModulePath(const std::string &path);

/// Text, or bytecode for .mlirbc; complete with all weights.
qrt::Status writeModule(mlir::ModuleOp module, const std::string &path);

} // namespace qopt::io

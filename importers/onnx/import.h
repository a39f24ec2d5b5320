// ONNX models → nn.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace qopt::onnx {

struct ImportOptions {
  /// Cut the graph: value names that become inputs or outputs; empty: the model's own.
  std::vector<std::string> inputs, outputs;
};

enum class ImportFailure { None, BadFile, Unsupported };

/// Null after diagnostics at `path` (and the node's own name); `failure` then
/// tells a damaged or wrong file from operators that are not supported.
mlir::OwningOpRef<mlir::ModuleOp> importFile(mlir::MLIRContext *context, const std::string &path,
                                             const ImportOptions &options, ImportFailure &failure);

} // namespace qopt::onnx

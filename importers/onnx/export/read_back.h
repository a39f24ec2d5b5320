// Checks that a file says what was exported: it is imported again, and both are compared.
#pragma once

#include "importers/onnx/export/graph_writer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt::onnx {

/// Holds what an export expanded of a module, and the file's names for its values and layers.
/// docs/decisions/importers/onnx-export.md says what is compared.
class ReadBack {
public:
  ReadBack(mlir::OwningOpRef<mlir::ModuleOp> module, WrittenNames names)
      : module(std::move(module)), names(std::move(names)) {}

  /// An error names the layer at which the file says something else, or is not read.
  qrt::Status check(llvm::StringRef bytes) const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  WrittenNames names;
};

} // namespace qopt::onnx

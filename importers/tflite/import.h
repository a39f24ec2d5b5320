// .tflite → a module with one function in nn: the main subgraph, its NHWC images and quantized
// types as the file has them.
#pragma once

#include "importers/common/import.h"

namespace qopt::tflite {

mlir::OwningOpRef<mlir::ModuleOp> importFile(mlir::MLIRContext *context, const std::string &path,
                                             const ImportOptions &options, ImportFailure &failure);

/// The same of a file's bytes, which `name` stands for in diagnostics.
mlir::OwningOpRef<mlir::ModuleOp> importBytes(mlir::MLIRContext *context, llvm::StringRef bytes,
                                              const std::string &name, ImportFailure &failure);

} // namespace qopt::tflite

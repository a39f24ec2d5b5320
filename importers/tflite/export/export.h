// nn → TFLite files.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <string>

namespace qopt::tflite {

/// The bytes of a model file, the same for the same module; `check` says whether what lies in a
/// file since is a model that this library reads.
struct ExportedModel {
  std::string bytes;
  std::function<qrt::Status(llvm::StringRef fileBytes)> check;
};

/// The module's entry as TFLite operators: images are channels last, quantized values are the
/// format's quantized tensors. `version` is the producer's, for the file's description. Returns
/// Unsupported where layers have no form in TFLite, all of which the message lists.
qrt::Expected<ExportedModel> exportModule(mlir::ModuleOp module, const std::string &version);

} // namespace qopt::tflite

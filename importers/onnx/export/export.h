// nn → ONNX models.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace qopt::onnx {

struct ExportOptions {
  /// Quantized layers as pairs of DequantizeLinear and QuantizeLinear around real ones; otherwise
  /// they are an error.
  bool pairs = false;
  std::string version; // of the producer
};

/// The bytes of a model file: the same for the same module. Unsupported where layers have no form
/// in ONNX, all of which the message lists.
qrt::Expected<std::string> exportModule(mlir::ModuleOp module, const ExportOptions &options);

} // namespace qopt::onnx

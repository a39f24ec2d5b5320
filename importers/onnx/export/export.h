// nn → ONNX models.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace qopt::onnx {

struct ExportOptions {
  /// Quantized layers as pairs of DequantizeLinear and QuantizeLinear around real ones; otherwise
  /// they are an error.
  bool pairs = false;
  std::string version; // of the producer
  /// Texts that viewers show beside the graph: of a layer by its key, as the doc_string of the node
  /// that gives its result; of the model, as metadata_props, none of which an importer here reads.
  std::map<std::string, std::string> notes = {};
  std::vector<std::pair<std::string, std::string>> metadata = {};
  /// The types of values between nodes stand in the file: viewers show them and infer none.
  bool tellsTypes = false;
};

/// The bytes of a model file, the same for the same module; and whether what lies in a file since,
/// imported again, is what was exported (read_back.h).
struct ExportedModel {
  std::string bytes;
  std::function<qrt::Status(llvm::StringRef fileBytes)> check;
  std::map<std::string, std::string> nodes = {}; // by layer, the node that gives its result
  std::string graph = {};                        // its name
};

/// Unsupported where layers have no form in ONNX, all of which the message lists.
qrt::Expected<ExportedModel> exportModule(mlir::ModuleOp module, const ExportOptions &options);

} // namespace qopt::onnx

// Writes files for other tools' viewers of a network: ONNX models with notes (Netron), values of
// nodes for Model Explorer.
#pragma once

#include "tools/libqopt/report/report.h"

#include "mlir/IR/BuiltinOps.h"

namespace qopt::run {

/// An ONNX model of pairs whose nodes say in their doc_string what was measured of their layer, and
/// whose metadata_props say how it was made (qopt.…); its bytes, and what checks a file of them.
struct NotedModel {
  std::string bytes;
  std::function<qrt::Status(llvm::StringRef fileBytes)> check;
  std::map<std::string, std::string> nodes; // by layer
  std::string graph;
};
qrt::Expected<NotedModel> notedOnnx(mlir::ModuleOp module, const ReportResult &report,
                                    const std::optional<Calibration> &calibration);

/// "sqnr: 31.2 dB\nclipped: 0.1 %\n…"; empty where nothing is known.
std::string noteOf(const ReportedLayer &layer);

/// Returns Model Explorer's node data: {"<graph>": {"results": {"<node>": {"value": x}},
/// "gradient": [{"stop": 0, "bgColor": …}, {"stop": 1, …}]}}, the nodes by their names in the ONNX
/// file, as its ONNX adapter calls them. Infinite values are left out.
std::string nodeData(const std::map<std::string, double> &byLayer, bool isLowWorst,
                     const NotedModel &model);

} // namespace qopt::run

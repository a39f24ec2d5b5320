// ONNX models → nn.
#pragma once

#include "importers/common/import.h"

namespace qopt::onnx {

namespace proto {
class ModelProto;
}
class TensorBytes; // file/external_data.h
struct GivenGraph; // given_graph.h

using qopt::ImportFailure;
using qopt::ImportOptions;

ImportFunction importFile;

/// Returns where the external data lie that the model's tensors name: beside it, or beside the file
/// that it is a link to. None where the file cannot be read as a model.
std::vector<std::string> externalFiles(const std::string &path);

/// A model that is parsed already, whose external data `bytes` has; `path` is for messages.
mlir::OwningOpRef<mlir::ModuleOp>
importGraph(mlir::MLIRContext *context, const std::shared_ptr<const proto::ModelProto> &model,
            const std::shared_ptr<TensorBytes> &bytes, const std::string &path,
            const ImportOptions &options, ImportFailure &failure);

/// A graph that a host holds: the module's entry has the inputs and outputs in their order. Null
/// after diagnostics at the graph's name; `failure` is as importFile's.
mlir::OwningOpRef<mlir::ModuleOp> importGiven(mlir::MLIRContext *context, const GivenGraph &graph,
                                              const ImportOptions &options, ImportFailure &failure);

} // namespace qopt::onnx

// ONNX models → nn.
#pragma once

#include "importers/common/import.h"

namespace qopt::onnx {

namespace proto {
class ModelProto;
}

using qopt::ImportFailure;
using qopt::ImportOptions;

ImportFunction importFile;

/// Where the external data lie that the model's tensors name: beside it, or beside the file that it
/// is a link to. None where the file cannot be read as a model.
std::vector<std::string> externalFiles(const std::string &path);

/// A model that is parsed already; `path` is its file's, beside which external data lie.
mlir::OwningOpRef<mlir::ModuleOp>
importGraph(mlir::MLIRContext *context, const std::shared_ptr<const proto::ModelProto> &model,
            const std::string &path, const ImportOptions &options, ImportFailure &failure);

} // namespace qopt::onnx

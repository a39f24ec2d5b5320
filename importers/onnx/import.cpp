#include "importers/onnx/import.h"

#include "importers/onnx/graph/graph_importer.h"
#include "importers/onnx/file/model_file.h"
#include "ir/dialect.h"

using namespace mlir;

namespace qopt::onnx {

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &options, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto model = readModel(path);
  if (!model) {
    failure = ImportFailure::BadFile;
    emitError(FileLineColLoc::get(context, path, 0, 0)) << model.status().message();
    return nullptr;
  }
  return GraphImporter(context, *model, path, options).run(failure);
}

} // namespace qopt::onnx

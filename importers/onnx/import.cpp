#include "importers/onnx/import.h"

#include "importers/common/graph/graph_importer.h"
#include "importers/onnx/file/model_file.h"
#include "importers/onnx/graph/graph.h"
#include "ir/dialect.h"

using namespace mlir;

namespace qopt::onnx {

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &options, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto refuse = [&](const qrt::Status &status) {
    failure = refuseFile(context, path, status);
    return nullptr;
  };
  auto model = readModel(path);
  if (!model)
    return refuse(model.status());
  auto opset = opsetOf(**model);
  if (!opset)
    return refuse(opset.status());
  if ((*model)->graph().sparse_initializer_size())
    return refuse(
        {qrt::StatusCode::Unsupported, "holds sparse initializers, which are not supported"});
  Graph graph(*model, path, *opset);
  return GraphImporter(context, path, options, graph).run(failure);
}

} // namespace qopt::onnx

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
  Graph graph(*model, path, *opset);
  auto module = GraphImporter(context, path, options, graph).run(failure);
  if (module && graph.narrowsDoubles())
    fileWarning(context, path) << "DOUBLE is computed in f32";
  return module;
}

} // namespace qopt::onnx

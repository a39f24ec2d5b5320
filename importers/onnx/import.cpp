#include "importers/onnx/import.h"

#include "importers/common/graph/graph_importer.h"
#include "importers/onnx/file/external_data.h"
#include "importers/onnx/file/model_file.h"
#include "importers/onnx/file/preprocessing.h"
#include "importers/onnx/graph/graph.h"
#include "ir/dialect.h"
#include "ir/values/keys.h"

using namespace mlir;

namespace qopt::onnx {

// What cannot be read is of no output: the import would have failed.
static void addExternal(SourceHash &hash, const proto::GraphProto &graph, const std::string &path) {
  ExternalData external(path);
  for (const proto::TensorProto &tensor : graph.initializer())
    if (tensor.external_data_size())
      if (auto mapped = external.read(tensor))
        hash.add(StringRef(mapped->bytes.data(), mapped->bytes.size()));
}

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &options, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto refuse = [&](const qrt::Status &status) {
    failure = refuseFile(context, path, status);
    return nullptr;
  };
  SourceHash hash;
  auto model = readModel(path, hash);
  if (!model)
    return refuse(model.status());
  auto opset = opsetOf(**model);
  if (!opset)
    return refuse(opset.status());
  Graph graph(*model, path, *opset);
  auto module = GraphImporter(context, path, options, graph).run(failure);
  if (!module)
    return module;
  if (qrt::Status status = readPreprocessing(**model, nn::entryOf(*module)); !status.ok())
    return refuse(status);
  addExternal(hash, (*model)->graph(), path);
  hash.stamp(*module);
  if (graph.narrowsDoubles())
    fileWarning(context, path) << "DOUBLE is computed in f32";
  return module;
}

} // namespace qopt::onnx

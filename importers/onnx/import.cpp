#include "importers/onnx/import.h"

#include "importers/common/graph/forced_sizes.h"
#include "importers/onnx/file/external_data.h"
#include "importers/onnx/file/model_file.h"
#include "importers/onnx/file/preprocessing.h"
#include "importers/onnx/graph/graph.h"
#include "ir/dialect.h"
#include "ir/values/keys.h"

#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace mlir;

namespace qopt::onnx {

// Adds the external data to the hash. Data that cannot be read belong to no output: the import
// would have failed.
static void addExternal(SourceHash &hash, const proto::GraphProto &graph, const std::string &path) {
  ExternalData external(path);
  for (const proto::TensorProto &tensor : graph.initializer())
    if (tensor.external_data_size())
      if (auto mapped = external.read(tensor))
        hash.add(StringRef(mapped->bytes.data(), mapped->bytes.size()));
}

namespace {
/// This tells whether a file has DOUBLE, and which constants have values that f32 does not hold.
struct Narrowing {
  bool isAny = false;
  std::map<std::string, double> lost;
};
} // namespace

static OwningOpRef<ModuleOp>
importOnce(MLIRContext *context, const std::shared_ptr<const proto::ModelProto> &model,
           const std::shared_ptr<TensorBytes> &bytes, const std::string &path, int64_t opset,
           const ImportOptions &options, ImportFailure &failure, Narrowing &narrowing) {
  return importForcing(context, path, [&](std::vector<ForcedSize> &forced) {
    Graph graph(model, bytes, opset);
    const ImportOptions own = withCutsAtValues(options, graph);
    GraphImporter importer(context, path, own, graph);
    importer.bind(forced);
    OwningOpRef<ModuleOp> module = importer.run(failure);
    narrowing = {graph.narrowsDoubles(), graph.lostValues()};
    llvm::append_range(forced, importer.forcedSizes());
    return module;
  });
}

OwningOpRef<ModuleOp>
importGraph(MLIRContext *context, const std::shared_ptr<const proto::ModelProto> &model,
            const std::shared_ptr<TensorBytes> &bytes, const std::string &path,
            const ImportOptions &options, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto refuse = [&](const qrt::Status &status) {
    failure = refuseFile(context, path, status);
    return nullptr;
  };
  auto opset = opsetOf(*model);
  if (!opset)
    return refuse(opset.status());
  Narrowing narrowing;
  auto module = importOnce(context, model, bytes, path, *opset, options, failure, narrowing);
  if (!module)
    return module;
  if (qrt::Status status = readPreprocessing(*model, nn::entryOf(*module)); !status.ok())
    return refuse(status);
  if (narrowing.isAny)
    fileWarning(context, path) << "DOUBLE is computed in f32";
  for (const auto &[name, value] : narrowing.lost)
    fileWarning(context, path) << (name.empty() ? "a constant" : "constant '" + name + "'")
                               << " has values that f32 does not hold: "
                               << llvm::formatv("{0:e}", value).str() << " becomes "
                               << (float(value) == 0 ? "0"
                                   : value < 0       ? "-infinity"
                                                     : "infinity");
  return module;
}

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &options, ImportFailure &failure) {
  SourceHash hash;
  auto model = readModel(path, hash);
  if (!model) {
    failure = refuseFile(context, path, model.status());
    return nullptr;
  }
  auto bytes = std::make_shared<ExternalData>(path);
  auto module = importGraph(context, *model, bytes, path, options, failure);
  if (!module)
    return module;
  addExternal(hash, (*model)->graph(), path);
  hash.stamp(*module);
  return module;
}

} // namespace qopt::onnx

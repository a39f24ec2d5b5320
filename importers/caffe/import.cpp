#include "importers/caffe/import.h"

#include "importers/caffe/graph/net.h"
#include "importers/caffe/preprocessing.h"
#include "importers/common/graph/graph_importer.h"
#include "ir/dialect.h"
#include "ir/values/keys.h"

using namespace mlir;

namespace qopt::caffe {

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &options, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto refuse = [&](const std::string &file, const qrt::Status &status) {
    failure = refuseFile(context, file, status);
    return nullptr;
  };
  SourceHash hash;
  TextError error;
  std::optional<NetFile> file = readNet(path, hash, error);
  if (!file) {
    failure = ImportFailure::BadFile;
    emitError(FileLineColLoc::get(context, path, error.line, error.column)) << error.message;
    return nullptr;
  }
  std::optional<WeightsFile> weights;
  if (!options.weights.empty()) {
    auto read = WeightsFile::read(options.weights, hash);
    if (!read)
      return refuse(options.weights, read.status());
    weights = std::move(*read);
  }
  auto net = Net::build(*file, weights ? &*weights : nullptr, options);
  if (!net)
    return refuse(path, net.status());
  auto module = GraphImporter(context, path, options, **net).run(failure);
  if (!module)
    return module;
  statePreprocessing(**net, nn::entryOf(*module), path);
  hash.stamp(*module);
  return module;
}

} // namespace qopt::caffe

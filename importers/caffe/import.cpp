#include "importers/caffe/import.h"

#include "importers/caffe/graph/net.h"
#include "importers/caffe/preprocessing.h"
#include "importers/common/graph/graph_importer.h"
#include "ir/dialect.h"
#include "ir/values/keys.h"

using namespace mlir;

namespace qopt::caffe {

static void warnOfWeights(MLIRContext *context, const std::string &path,
                          ArrayRef<std::string> layers) {
  constexpr size_t most = 8; // where training diverged, every layer
  for (const std::string &layer : layers.take_front(most))
    fileWarning(context, path) << layer;
  if (layers.size() > most)
    fileWarning(context, path) << layers.size() - most << " more layers have such weights";
}

static OwningOpRef<ModuleOp> importAsStated(MLIRContext *context, const std::string &path, Net &net,
                                            const ImportOptions &options, ImportFailure &failure) {
  const ImportOptions own = withCutsAtValues(options, net);
  auto module = GraphImporter(context, path, own, net).run(failure);
  if (!module)
    return module;
  statePreprocessing(net, nn::entryOf(*module), path);
  net.stateNumbers(nn::entryOf(*module));
  for (const std::string &fields : net.unreadFields)
    fileWarning(context, path) << fields;
  warnOfWeights(context, options.weights, net.oddWeights);
  return module;
}

// The batch in a file is what Caffe begins with: it stays open where every layer treats samples
// alike, and is the file's where one does not.
static OwningOpRef<ModuleOp> importNet(MLIRContext *context, const std::string &path,
                                       const NetFile &file, const WeightsFile *weights,
                                       const ImportOptions &options, ImportFailure &failure) {
  auto build = [&]() -> std::unique_ptr<Net> {
    auto net = Net::build(file, weights, options);
    if (net)
      return std::move(*net);
    failure = refuseFile(context, path, net.status());
    return nullptr;
  };
  std::unique_ptr<Net> net = build();
  if (!net || !net->batch() || options.inputsAlone)
    return net ? importAsStated(context, path, *net, options, failure) : nullptr;
  ImportOptions freed = options;
  freed.freesBatch = true;
  net->useOneSample();
  if (options.freesBatch)
    return importAsStated(context, path, *net, freed, failure);
  std::string why;
  {
    freed.triesBatch = true;
    freed.onUnsupported = nullptr; // the file is read again: then it is told
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      if (why.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
        why = diagnostic.str();
      return success(diagnostic.getSeverity() == DiagnosticSeverity::Error);
    });
    if (auto module = importAsStated(context, path, *net, freed, failure))
      return module;
  }
  int64_t batch = 0;
  net = build();
  if (net)
    batch = net->batch().value_or(0);
  auto module = net ? importAsStated(context, path, *net, options, failure) : nullptr;
  if (module)
    fileRemark(context, path) << "the batch stays " << batch << ", as the file has it (" << why
                              << ")";
  return module;
}

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
  auto module = importNet(context, path, *file, weights ? &*weights : nullptr, options, failure);
  if (!module)
    return module;
  if (size_t ranges = weights ? weights->savedRanges() : 0)
    fileWarning(context, options.weights)
        << ranges << " ranges of values that were saved beside the weights (quantizer) are not "
        << "read: 'qrun calibrate' measures them";
  hash.stamp(*module);
  return module;
}

} // namespace qopt::caffe

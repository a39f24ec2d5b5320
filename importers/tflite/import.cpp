#include "importers/tflite/import.h"

#include "importers/common/graph/forced_sizes.h"
#include "importers/tflite/graph/graph.h"
#include "ir/dialect.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace qopt::tflite {

// Views in the file's order whose readers took what lies behind.
static void eraseUnread(func::FuncOp entry) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(entry.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

// The interpreter's rules for integers (docs/reference/numerics.md, L1).
static void stateFixedPoint(func::FuncOp entry) {
  const bool computesSteps = llvm::any_of(entry.front(), [](Operation &op) {
    return llvm::any_of(op.getResultTypes(), nn::hasComputedStorage) && op.getNumOperands() > 0;
  });
  if (computesSteps)
    entry->setAttr(nn::fixedPointAttr, StringAttr::get(entry.getContext(), "tflite"));
}

// Remarks say how a caller hands states on, and what they begin with; who keeps them has them begin
// with 0.
static void remarkStates(MLIRContext *context, const std::string &path, const Graph &graph) {
  for (const State &state : graph.states()) {
    const auto &[text, isAtRest] = state.beginning;
    InFlightDiagnostic said = isAtRest ? fileRemark(context, path) : fileWarning(context, path);
    said << "'" << state.name << "' is a state: it begins with "
         << (text.empty() ? "what the caller gives" : text) << ", and a run's output '"
         << state.name << ".next' is the next one's input";
    if (!isAtRest)
      said << "; streams begin with real 0 unless they are given that";
  }
}

// The interpreter goes on with such states until they are reset.
static void remarkAnew(MLIRContext *context, const std::string &path, const Graph &graph) {
  const std::vector<std::string> &states = graph.begunAnew();
  if (!states.empty())
    fileRemark(context, path) << "each run begins with '" << llvm::join(states, "', '")
                              << "' of 0; to hand them on from run to run, give --inputs="
                              << llvm::join(graph.inputs, ",") << "," << llvm::join(states, ",");
}

static OwningOpRef<ModuleOp> importModel(MLIRContext *context, const std::string &path,
                                         const std::shared_ptr<const ModelFile> &file,
                                         const ImportOptions &options, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto module = importForcing(context, path, [&](std::vector<ForcedSize> &forced) {
    Graph graph(file, options.inputs);
    const ImportOptions own = withCutsAtValues(options, graph);
    GraphImporter importer(context, path, own, graph);
    importer.bind(forced);
    OwningOpRef<ModuleOp> module = importer.run(failure);
    llvm::append_range(forced, importer.forcedSizes());
    if (module)
      remarkStates(context, path, graph), remarkAnew(context, path, graph);
    return module;
  });
  if (!module)
    return module;
  func::FuncOp entry = nn::entryOf(*module);
  eraseUnread(entry);
  stateFixedPoint(entry);
  return module;
}

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &options, ImportFailure &failure) {
  SourceHash hash;
  auto file = ModelFile::read(path, hash);
  if (!file) {
    failure = refuseFile(context, path, file.status());
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = importModel(context, path, *file, options, failure);
  if (module)
    hash.stamp(*module);
  return module;
}

OwningOpRef<ModuleOp> importBytes(MLIRContext *context, StringRef bytes, const std::string &name,
                                  ImportFailure &failure) {
  auto file = ModelFile::parse(llvm::MemoryBuffer::getMemBufferCopy(bytes));
  if (!file) {
    failure = refuseFile(context, name, file.status());
    return nullptr;
  }
  return importModel(context, name, *file, {}, failure);
}

} // namespace qopt::tflite

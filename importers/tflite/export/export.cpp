#include "importers/tflite/export/export.h"

#include "importers/common/graph/refusals.h"
#include "importers/tflite/export/graph/op_table.h"
#include "importers/tflite/export/prepare/prepare.h"
#include "importers/tflite/export/read_back.h"
#include "ir/dialect.h"
#include "ir/ops/expansion.h"
#include "ir/values/keys.h"

using namespace mlir;

namespace qopt::tflite {

// Empty: the layer is written.
static std::string writtenLayer(GraphWriter &graph, Operation *op) {
  const std::string type = op->getName().getStringRef().str();
  const ExportEntry *entry = findExport(op);
  if (!entry)
    return type + " has no form in TFLite";
  Layer layer(graph, op);
  entry->write(layer);
  if (std::string why = graph.takeRefusal(); !why.empty())
    layer.refuse(why);
  return layer.ok() ? "" : type + ": " + layer.refusal();
}

static void writeLayer(GraphWriter &graph, Operation *op, Refusals &refusals) {
  if (isa<nn::ConstantOp>(op) || graph.isTaken(op))
    return;
  const std::string why = writtenLayer(graph, op);
  if (why.empty())
    return;
  refusals.add(why, op);
  for (Value result : op->getResults()) // so that its readers are judged by themselves
    graph.define(result, {});
  (void)graph.takeRefusal();
}

static qrt::Status writeGraph(func::FuncOp entry, Draft &draft) {
  Refusals refusals;
  GraphWriter graph(entry, draft);
  graph.begin();
  if (std::string why = graph.takeRefusal(); !why.empty())
    return {qrt::StatusCode::Unsupported, why};
  for (Operation &op : entry.getBody().front().without_terminator())
    writeLayer(graph, &op, refusals);
  if (!refusals.empty())
    return {qrt::StatusCode::Unsupported, "this has no form in TFLite:\n  " + refusals.text()};
  graph.end();
  if (std::string why = graph.takeRefusal(); !why.empty())
    return {qrt::StatusCode::Unsupported, why};
  return {};
}

// Steps that are computed by other rules than the interpreter's differ from its answers.
static void warnOfRules(func::FuncOp entry) {
  auto rules = entry->getAttrOfType<StringAttr>(nn::fixedPointAttr);
  const bool computesSteps = llvm::any_of(entry.front(), [](Operation &op) {
    return op.getNumOperands() > 0 && llvm::any_of(op.getResultTypes(), nn::hasComputedStorage) &&
           !isa<nn::QuantizeOp>(op);
  });
  if (computesSteps && (!rules || rules != "tflite"))
    entry->emitWarning("TFLite's interpreter rounds otherwise than this module: its answers may be "
                       "a step from this module's in each layer; --fixed-point=rules=tflite makes "
                       "them equal");
}

// The file has no place for what turns raw samples into inputs.
static void warnOfPreprocessing(func::FuncOp entry) {
  const std::vector<std::string> names = nn::inputNames(entry);
  for (auto [i, name] : llvm::enumerate(names)) {
    auto preprocess = entry.getArgAttrOfType<nn::PreprocessAttr>(unsigned(i), nn::preprocessAttr);
    if (preprocess && preprocess.getValue().normalizes())
      entry->emitWarning("input '" + name +
                         "' of the written file takes (raw - mean) / std, which the file does not "
                         "say: whoever runs it must do that");
  }
}

qrt::Expected<ExportedModel> exportModule(ModuleOp module, const std::string &version) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  func::FuncOp entry = nn::entryOf(*copy);
  if (!entry)
    return qrt::invalidArgument("there is no entry to export");
  warnOfRules(entry);
  warnOfPreprocessing(entry);
  // A composite that the format does not have whole is written as its parts.
  nn::expandComposites(entry, [](Operation *op) { return findExport(op) != nullptr; });
  prepare(entry);
  Draft draft;
  if (qrt::Status status = writeGraph(entry, draft); !status.ok())
    return status;
  auto bytes = draft.finish(version);
  if (!bytes)
    return bytes.status();
  return ExportedModel{std::move(*bytes), readBackOf(entry)};
}

} // namespace qopt::tflite

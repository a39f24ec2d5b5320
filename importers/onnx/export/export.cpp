#include "importers/onnx/export/export.h"

#include "importers/common/graph/refusals.h"
#include "importers/onnx/export/narrow_sums.h"
#include "importers/onnx/export/op_table.h"
#include "importers/onnx/export/operators.h"
#include "importers/onnx/export/read_back.h"
#include "importers/onnx/export/value_types.h"
#include "importers/onnx/file/preprocessing.h"
#include "ir/ops/expansion.h"
#include "ir/values/keys.h"

using namespace mlir;

namespace qopt::onnx {

// Returns why an operation on a value of which the data decide how much there is cannot be written;
// empty where it can. Only operations that follow the value's rows may be computed, because sizes
// that are written as numbers count the room that it has here.
static std::string followRows(GraphWriter &graph, Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<int64_t> dim = graph.openDim(operand.get());
    if (!dim)
      continue;
    auto shaped = cast<nn::ShapeInferenceOpInterface>(op);
    std::optional<nn::Rows> rows = shaped.rowsOf(operand.getOperandNumber(), *dim);
    if (!rows)
      return "reads a value whose length depends on the data, and does not read it row by row";
    graph.setOpenDim(op->getResult(0), rows->dim);
  }
  return "";
}

static bool isIntegerForm(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), nn::isQuantized) ||
         llvm::any_of(op->getResultTypes(), nn::isQuantized);
}

static void writeLayer(GraphWriter &graph, Operation *op, bool pairs, Refusals &refusals,
                       Refusals &integers) {
  std::string type = op->getName().getStringRef().str();
  const ExportEntry *entry = findExport(op);
  if (!entry)
    return refusals.add(type + " has no form in ONNX", op);
  if (!pairs && !entry->convertsSteps && isIntegerForm(op))
    return integers.add("quantized layers in integer form", op);
  Layer layer(graph, op, *entry);
  if (std::string why = followRows(graph, op); !why.empty())
    layer.refuse(why);
  entry->write(layer);
  if (std::string why = graph.takeRefusal(); !why.empty())
    layer.refuse(why);
  if (!layer.refusal().empty())
    refusals.add(type + ": " + layer.refusal(), op);
}

static qrt::Status writeGraph(func::FuncOp entry, bool pairs, Draft &draft, WrittenNames &names) {
  Refusals refusals, integers;
  GraphWriter graph(entry, draft);
  graph.begin();
  for (Operation &op : entry.getBody().front().without_terminator())
    writeLayer(graph, &op, pairs, refusals, integers);
  graph.end();
  names = graph.names();
  if (!integers.empty())
    return qrt::invalidArgument("--emit=onnx writes real values alone, but there are " +
                                integers.text() + "; --emit=onnx-qdq writes these");
  if (!refusals.empty())
    return {qrt::StatusCode::Unsupported, "this has no form in ONNX:\n  " + refusals.text()};
  return {};
}

static qrt::Expected<proto::ModelProto> writeModel(func::FuncOp entry, bool pairs,
                                                   WrittenNames &names) {
  for (int64_t opset = leastOpset;;) {
    Draft draft(opset);
    qrt::Status status = writeGraph(entry, pairs, draft, names);
    if (status.ok() && draft.neededOpset() == opset)
      return draft.finish();
    if (!status.ok())
      return status;
    opset = draft.neededOpset();
  }
}

// Warns where no layer is quantized: who asks for pairs means to ship integers.
static void warnOfReals(func::FuncOp entry, bool pairs) {
  auto isReal = [](Operation &op) { return !isIntegerForm(&op); };
  if (pairs && llvm::all_of(entry.front(), isReal))
    entry->emitWarning("no layer is quantized, so the exported model has no pairs of "
                       "QuantizeLinear and DequantizeLinear: --insert-quant quantizes layers");
}

static std::map<std::string, std::string> nodesOf(const WrittenNames &names) {
  std::map<std::string, std::string> nodes;
  for (const WrittenLayer &layer : names.layers)
    nodes.try_emplace(nn::layerName(layer.op), layer.node);
  return nodes;
}

static void writeNotes(const ExportOptions &options,
                       const std::map<std::string, std::string> &nodes, proto::ModelProto &model) {
  std::map<std::string, const std::string *> byNode;
  for (const auto &[layer, note] : options.notes)
    if (auto node = nodes.find(layer); node != nodes.end())
      byNode[node->second] = &note;
  for (proto::NodeProto &node : *model.mutable_graph()->mutable_node())
    if (auto note = byNode.find(node.name()); note != byNode.end())
      node.set_doc_string(*note->second);
  for (const auto &[key, value] : options.metadata) {
    proto::StringStringEntryProto &entry = *model.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
}

qrt::Expected<ExportedModel> exportModule(ModuleOp module, const ExportOptions &options) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  func::FuncOp entry = nn::entryOf(*copy);
  if (!entry)
    return qrt::invalidArgument("there is no entry to export");
  if (entry->hasAttr(nn::fixedPointAttr))
    entry->emitWarning("ONNX has no multipliers of fixed point: a runtime's answers may be a step "
                       "from this module's in each layer");
  warnOfReals(entry, options.pairs);
  if (options.pairs)
    tellNarrowSums(entry);
  // A composite that the format does not have whole is written as its parts.
  nn::expandComposites(entry, [](Operation *op) { return findExport(op) != nullptr; });
  WrittenNames names;
  auto model = writeModel(entry, options.pairs, names);
  if (!model)
    return model.status();
  model->set_producer_name("qopt");
  model->set_producer_version(options.version);
  model->mutable_graph()->set_name(entry.getName().str());
  writePreprocessing(entry, *model);
  std::map<std::string, std::string> nodes = nodesOf(names);
  writeNotes(options, nodes, *model);
  if (options.tellsTypes)
    writeValueTypes(names, *model->mutable_graph());
  auto readBack = std::make_shared<ReadBack>(std::move(copy), std::move(names));
  return ExportedModel{model->SerializeAsString(),
                       [readBack](StringRef bytes) { return readBack->check(bytes); },
                       std::move(nodes), entry.getName().str()};
}

} // namespace qopt::onnx

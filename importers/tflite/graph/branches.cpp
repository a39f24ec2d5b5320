// IF: one of its branches stands in its place, where its condition is known.
#include "importers/common/graph/graph_importer.h"
#include "importers/tflite/file/tensor_data.h"
#include "importers/tflite/graph/graph.h"

namespace qopt::tflite {

using qrt::invalidArgument;
using qrt::Status;
using qrt::StatusCode;
using schema::BuiltinOperator;

bool Graph::isBranching(size_t layer) const {
  const schema::Operator *op = sources[layer].op;
  return op && model->builtin(*op) == BuiltinOperator::IF;
}

qrt::Expected<bool> Graph::conditionOf(GraphImporter &importer, const Layer &layer) const {
  ImportedPtr condition = layer.inputs.empty() ? nullptr : importer.lookup(layer.inputs[0]);
  if (!condition)
    return invalidArgument("needs a condition");
  auto known = constantOf(*condition);
  if (!known)
    return known.status();
  if (!*known)
    return Status(StatusCode::Unsupported,
                  "its condition '" + layer.inputs[0] +
                      "' is computed from data; --bind or --shape of what it depends on may "
                      "decide it");
  const qrt::Tensor &value = **known;
  if (value.type() != qrt::ElementType::Bool || value.size() != 1)
    return invalidArgument("its condition is no single BOOL");
  return value.values<bool>()[0];
}

// A branch runs or does not: what it would leave for the next run depends on that.
bool Graph::keepsStates(const schema::SubGraph &branch) const {
  for (flatbuffers::uoffset_t i = 0; branch.operators() && i < branch.operators()->size(); ++i) {
    const schema::Operator &op = *branch.operators()->Get(i);
    if (keepsTensors(op) || model->builtin(op) == BuiltinOperator::VAR_HANDLE)
      return true;
  }
  return false;
}

// The branch's inputs are the layer's own, behind the condition; what it computes for an output
// has the output's name.
Status Graph::addBranch(const Layer &whole, unsigned depth, int64_t index) {
  constexpr unsigned deepest = 64;
  constexpr size_t most = 1 << 18;
  if (index < 1 || size_t(index) >= model->subgraphCount())
    return invalidArgument("its branch " + std::to_string(index) + " is no further subgraph");
  if (depth >= deepest || layers.size() > most)
    return {StatusCode::Unsupported, "branches nested too deeply"};
  Scope &branch = branches.emplace_back(model->subgraph(size_t(index)), depth + 1);
  llvm::ArrayRef<int32_t> ins = elementsOf(branch.graph->inputs());
  llvm::ArrayRef<int32_t> outs = elementsOf(branch.graph->outputs());
  if (ins.size() + 1 != whole.inputs.size() || outs.size() != whole.outputs.size())
    return invalidArgument("its branch has " + std::to_string(ins.size()) + " inputs and " +
                           std::to_string(outs.size()) + " outputs");
  if (keepsStates(*branch.graph))
    return {StatusCode::Unsupported, "with a state in its branch"};
  std::map<int32_t, std::string> given;
  for (size_t i = 0; i < ins.size(); ++i)
    given[ins[i]] = whole.inputs[i + 1];
  std::vector<std::pair<int32_t, std::string>> handedOn;
  for (size_t i = 0; i < outs.size(); ++i)
    if (isConstant(*model, *branch.tensor(outs[i])) ||
        !given.try_emplace(outs[i], whole.outputs[i]).second)
      handedOn.emplace_back(outs[i], whole.outputs[i]);
  for (size_t i = 0; i < branch.tensorCount(); ++i) {
    auto name = given.find(int32_t(i));
    const std::string inner = whole.name + "/" + nameOf(*branch.tensor(int32_t(i)), i);
    addName(branch, name != given.end() ? name->second : unusedName(inner, i));
  }
  addConstants(branch);
  const auto *operators = branch.graph->operators();
  for (flatbuffers::uoffset_t i = 0; operators && i < operators->size(); ++i)
    addLayer(branch, *operators->Get(i));
  for (auto &[inside, outside] : handedOn)
    addHandedOn("IF", branch.names[size_t(inside)], outside);
  return {};
}

std::optional<Status> Graph::expand(GraphImporter &importer, size_t layer) {
  if (!isBranching(layer))
    return std::nullopt;
  const auto *said = sources[layer].op->builtin_options_as<schema::IfOptions>();
  if (!said)
    return invalidArgument("has no options");
  auto condition = conditionOf(importer, layers[layer]);
  if (!condition)
    return condition.status();
  const Layer whole = layers[layer];
  return addBranch(whole, sources[layer].scope->depth,
                   *condition ? said->then_subgraph_index() : said->else_subgraph_index());
}

} // namespace qopt::tflite

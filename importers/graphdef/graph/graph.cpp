#include "importers/graphdef/graph/graph.h"

#include "importers/common/graph/graph_importer.h"
#include "importers/graphdef/file/tensor_data.h"
#include "importers/graphdef/graph/op_table.h"

#include <array>

namespace qopt::graphdef {

static const proto::AttrValue *attrOf(const Node &node, llvm::StringRef name) {
  auto found = node.def->attr().find(name.str());
  if (found == node.def->attr().end())
    return nullptr;
  const proto::AttrValue &value = found->second;
  if (value.value_case() != proto::AttrValue::kPlaceholder || !node.call)
    return &value;
  auto outer = node.call->attr().find(value.placeholder());
  return outer == node.call->attr().end() ? nullptr : &outer->second;
}

static bool isOneOf(llvm::StringRef op, std::initializer_list<llvm::StringRef> names) {
  return llvm::is_contained(names, op);
}

static bool isVariable(llvm::StringRef op) {
  return isOneOf(op, {"Variable", "VariableV2", "VarHandleOp"});
}

qrt::Expected<std::unique_ptr<Graph>> Graph::build(const GraphFile &source, Variables variables,
                                                   const ImportOptions &options) {
  auto nodes = flatten(*source.graph);
  if (!nodes)
    return nodes.status();
  std::unique_ptr<Graph> graph(new Graph(source, std::move(variables), options));
  for (const auto &[name, value] : source.outputs)
    graph->reaches[nodeOf(valueName(value)).first] = nodeOf(valueName(value)).second;
  for (const auto *names : {&options.inputs, &options.outputs})
    for (const std::string &name : *names) {
      auto [node, index] = nodeOf(name);
      graph->reaches[node] = std::max(graph->reaches[node], index);
    }
  graph->addNodes(std::move(*nodes));
  graph->chooseInterface(source);
  return graph;
}

ConstantReader Graph::reader(const proto::TensorProto &tensor) {
  return [&tensor, this] {
    noteType(tensor.dtype());
    return readTensor(tensor);
  };
}

// Turns nodes that are in order into layers, constants and inputs.
void Graph::addNodes(std::vector<Node> added) {
  for (const Node &node : added)
    for (const std::string &input : node.inputs) {
      auto [name, index] = nodeOf(input);
      reaches[name] = std::max(reaches[name], index);
    }
  for (Node &one : added) {
    places[one.name] = all.size();
    all.push_back(std::move(one));
    const Node &node = all.back();
    if (node.op == "Const" && attrOf(node, "value")) {
      constants.emplace_back(node.name, reader(attrOf(node, "value")->tensor()));
    } else if (auto variable = variables.find(node.name);
               isVariable(node.op) && variable != variables.end()) {
      constants.emplace_back(node.name, variable->second);
    } else if (node.op == "Placeholder") {
      inputs.push_back(node.name);
    } else if (node.op != "NoOp") {
      Layer layer{node.name, node.op, node.inputs, {node.name}, {}, node.place};
      for (unsigned i = 1; i <= std::min(reaches.lookup(node.name), 1u << 16); ++i)
        layer.outputs.push_back(node.name + ":" + std::to_string(i));
      layers.push_back(std::move(layer));
      ofLayer.push_back(&node);
    }
  }
}

// Graphs end in these operators, too, without computing an answer by them.
static bool isNoAnswer(llvm::StringRef op) {
  return isOneOf(op, {"Assert", "Print", "PrintV2", "SaveV2", "RestoreV2", "MergeV2Checkpoints",
                      "ShardedFilename", "StaticRegexFullMatch", "StringJoin", "Assign",
                      "AssignVariableOp", "VarIsInitializedOp", "ReadVariableOp", "VarHandleOp",
                      "Variable", "VariableV2"});
}

// Outputs are the values that nobody reads, of nodes that are no bookkeeping.
void Graph::chooseOutputs() {
  llvm::StringSet<> read;
  for (const Node &node : all)
    for (const std::string &input : node.inputs)
      read.insert(nodeOf(input).first);
  for (const Node *node : ofLayer)
    if (!read.contains(node->name) && !isNoAnswer(node->op))
      outputs.push_back(node->name);
}

void Graph::chooseInterface(const GraphFile &source) {
  if (source.outputs.empty())
    return chooseOutputs();
  inputs.clear();
  for (const auto &[name, value] : source.inputs)
    inputs.push_back(valueName(value));
  for (const auto &[name, value] : source.outputs)
    outputs.push_back(valueName(value));
}

// ---- types ----

const Node *Graph::find(llvm::StringRef node) const {
  auto place = places.find(node);
  return place == places.end() ? nullptr : &all[place->second];
}

static std::optional<std::vector<SourceDim>> sizesOf(const proto::TensorShapeProto &shape) {
  if (shape.unknown_rank())
    return std::nullopt;
  std::vector<SourceDim> dims;
  for (const auto &dim : shape.dim())
    dims.push_back({dim.size() < 0 ? std::nullopt : std::optional<int64_t>(dim.size()), ""});
  return dims;
}

// Gives as many open sizes as --shape names for a value of which the file says nothing.
std::optional<std::vector<SourceDim>> Graph::shapeGiven(llvm::StringRef value) const {
  for (const InputShape &shape : options.shapes)
    if (shape.input == value)
      return std::vector<SourceDim>(shape.sizes.size());
  return std::nullopt;
}

// Reads the target of a Reshape where it is a constant: its −1 is open.
static std::optional<std::vector<SourceDim>> targetOf(const Node &shape) {
  const proto::AttrValue *value = attrOf(shape, "value");
  if (shape.op != "Const" || !value)
    return std::nullopt;
  auto tensor = readTensor(value->tensor());
  auto ints = tensor ? IntTensor::of(*tensor) : std::nullopt;
  auto sizes = ints ? ints->constants() : std::nullopt;
  if (!sizes)
    return std::nullopt;
  std::vector<SourceDim> dims;
  for (int64_t size : *sizes)
    dims.push_back({size < 0 ? std::nullopt : std::optional<int64_t>(size), ""});
  return dims;
}

// Reads the element type of a node's value 0 from its attributes.
static int32_t dataTypeOf(const Node &node) {
  if (isOneOf(node.op, {"Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual",
                        "IsNan", "LogicalAnd", "LogicalOr", "LogicalNot", "All", "Any"}))
    return proto::DT_BOOL;
  if (isOneOf(node.op, {"Size", "Rank", "Shape", "ShapeN"}) && !attrOf(node, "out_type"))
    return proto::DT_INT32;
  if (isOneOf(node.op, {"ArgMax", "ArgMin"}) && !attrOf(node, "output_type"))
    return proto::DT_INT64;
  for (llvm::StringRef name : {"dtype", "DstT", "output_type", "out_type", "T", "Tparams"})
    if (const proto::AttrValue *value = attrOf(node, name);
        value && value->value_case() == proto::AttrValue::kType)
      return value->type();
  return proto::DT_FLOAT;
}

// Gives the element type of value `index` of a node, and its shape where an attribute says it.
std::optional<SourceType> Graph::statedType(const Node &node, unsigned index) const {
  SourceType type;
  const int32_t dataType = dataTypeOf(node);
  noteType(dataType);
  type.elementName = dataTypeName(dataType);
  type.element = elementTypeOf(dataType);
  if (const proto::AttrValue *shape = attrOf(node, "shape");
      shape && shape->has_shape() && node.op == "Placeholder")
    type.shape = sizesOf(shape->shape());
  if (const proto::AttrValue *list = attrOf(node, "_output_shapes");
      list && !type.shape && index < unsigned(list->list().shape_size()))
    type.shape = sizesOf(list->list().shape(int(index)));
  if (const Node *target = node.op == "Reshape" && node.inputs.size() == 2
                               ? find(nodeOf(node.inputs[1]).first)
                               : nullptr;
      target && !type.shape)
    type.shape = targetOf(*target);
  return type;
}

std::optional<SourceType> Graph::typeOf(llvm::StringRef value) const {
  auto [name, index] = nodeOf(value);
  const Node *node = find(name);
  if (!node)
    return std::nullopt;
  std::optional<SourceType> type = statedType(*node, index);
  // Before version 24 of the format, a placeholder without dimensions had a shape of any rank.
  const bool isOld = file->versions().producer() < 24 && node->op == "Placeholder";
  const bool isUnstated = !type->shape || (isOld && type->shape->empty());
  if (isUnstated)
    if (auto given = shapeGiven(value))
      type->shape = given;
  return type->shape || !type->element ? type : std::nullopt;
}

// ---- layers ----

bool Graph::readsDead(const Layer &layer) const {
  return llvm::any_of(layer.inputs, [&](const std::string &input) { return isDead(input); });
}

bool Graph::reads(size_t layer) const {
  return readsDead(layers[layer]) || isBranch(*ofLayer[layer]) || findConverter(ofLayer[layer]->op);
}

std::string Graph::nearTypes(size_t layer) const {
  llvm::StringRef op = ofLayer[layer]->op;
  if (isOneOf(op, {"While", "StatelessWhile", "Enter", "RefEnter", "LoopCond"}))
    return "; a while loop: only loops that the exporter unrolled are read";
  if (isVariable(op))
    return "; a variable without a value: --weights= names the checkpoint that has it";
  if (isOneOf(op, {"DecodeWav", "AudioSpectrogram", "Mfcc", "DecodeJpeg", "DecodePng",
                   "ParseExample", "ParseExampleV2"}))
    return "; prepares samples: cut the graph behind it";
  return "";
}

std::optional<qrt::Status> Graph::expand(GraphImporter &importer, size_t layer) {
  const Node &node = *ofLayer[layer];
  if (!isBranch(node) || readsDead(layers[layer]))
    return std::nullopt;
  constexpr unsigned deepest = 64;
  if (node.branches == deepest)
    return qrt::invalidArgument("a branch calls itself, or branches nest more than 64 deep");
  if (all.size() > size_t(1) << 20)
    return qrt::invalidArgument("more than 2^20 nodes once branches are chosen");
  auto branch = chosenBranch(importer, node);
  if (!branch)
    return branch.status();
  std::vector<std::string> arguments(node.inputs.begin() + 1, node.inputs.end());
  auto nodes = flattenCall(*file, *node.def, node.name, *branch, arguments);
  if (!nodes)
    return nodes.status();
  for (Node &one : *nodes)
    one.branches = node.branches + 1;
  addNodes(std::move(*nodes));
  return qrt::Status();
}

// Values of a branch that is not taken stand for nothing: they are numbers that only Merge drops.
static Conversion deadResults(Graph &graph, const Layer &layer) {
  Conversion result;
  for (auto [i, name] : llvm::enumerate(layer.outputs)) {
    graph.markDead(name);
    auto value = std::make_shared<Imported>();
    value->name = name;
    value->constant = qrt::Tensor::fromValues<float>({}, std::array<float, 1>{0.0f});
    result.results[unsigned(i)] = std::move(value);
  }
  return result;
}

Conversion Graph::convert(GraphImporter &importer, size_t layer, llvm::StringRef key) {
  const Node &node = *ofLayer[layer];
  const bool joins = node.op == "Merge" || node.op == "RefMerge";
  const bool isDeadLayer =
      joins ? llvm::all_of(node.inputs, [&](const std::string &one) { return isDead(one); })
            : readsDead(layers[layer]);
  if (isDeadLayer)
    return deadResults(*this, layers[layer]);
  Binder binder(importer, *this, layers[layer], node, key);
  findConverter(node.op)->convert(binder);
  return binder.finish();
}

} // namespace qopt::graphdef

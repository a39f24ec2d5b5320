#include "tools/onnxruntime/graph.h"

#include "importers/onnx/file/tensor_data.h"
#include "tools/onnxruntime/context_node.h"

#include <algorithm>

namespace qopt::ort {

using onnx::GivenGraph;
using onnx::GivenInput;

GraphReader::GraphReader(const Api &api, const Graph *graph) : api(api), graph(graph) {
  const char *path = api.get(api.modelPath, graph);
  hasFile = path && *path;
  file = hasFile ? path : "the model";
  std::vector<const char *> domains(api.get(api.opsetCount, graph));
  std::vector<int64_t> versions(domains.size());
  api.must(api.opsets(graph, domains.data(), versions.data(), domains.size()));
  for (size_t i = 0; i < domains.size(); ++i)
    opsets.emplace_back(domains[i], versions[i]);
  for (const Node *node : api.list(api.nodeCount, api.nodes, graph))
    nodes.push_back(read(node));
  for (size_t i = 0; i < nodes.size(); ++i) {
    byName[nodes[i].given.name].push_back(i);
    for (const std::string &output : nodes[i].given.outputs)
      byName[output].push_back(i);
  }
}

bool GraphReader::isBody() const {
  auto isOuter = [&](const ValueInfo *value) {
    return value && api.get(api.isFromOuterScope, value);
  };
  return api.get(api.parentNode, graph) || std::ranges::any_of(nodes, [&](const GraphNode &node) {
           return std::ranges::any_of(node.inputs, isOuter);
         });
}

bool GraphReader::isIterated() const {
  const Node *holder = api.get(api.parentNode, graph);
  const std::string_view type = holder ? api.get(api.operatorType, holder) : "";
  return type == "Loop" || type == "Scan";
}

std::string GraphReader::title() const {
  const Node *holder = api.get(api.parentNode, graph);
  return holder ? file + ": the body of " + api.get(api.operatorType, holder) + " '" +
                      api.get(api.nodeName, holder) + "'"
                : file;
}

std::string GraphReader::valueName(const ValueInfo *value) const {
  return value ? api.get(api.valueName, value) : "";
}

GraphNode GraphReader::read(const Node *node) const {
  GraphNode result;
  result.node = node;
  result.given.name = api.get(api.nodeName, node);
  result.given.type = api.get(api.operatorType, node);
  result.given.domain = api.get(api.domain, node);
  result.inputs = api.list(api.inputCount, api.inputs, node);
  result.outputs = api.list(api.outputCount, api.outputs, node);
  result.given.inputs = namesOf(api, result.inputs);
  result.given.outputs = namesOf(api, result.outputs);
  result.isGraphOutput = std::ranges::any_of(result.outputs, [&](const ValueInfo *value) {
    return value && api.get(api.isGraphOutput, value);
  });
  result.captures = api.list(api.implicitCount, api.implicitInputs, node);
  for (const auto *values : {&result.inputs, &result.captures})
    for (const ValueInfo *value : *values)
      if (std::string name = valueName(value); !name.empty()) {
        result.computedReads += !api.get(api.isConstant, value);
        result.reads.push_back(std::move(name));
      }
  if ((result.isCompiled = isContextNode(api, node))) {
    result.why = "it is a part that was compiled before"; // its attributes are long
    return result;
  }
  try {
    const char *provider = api.get(api.nodeProvider, node);
    if (provider && *provider)
      throw Failure{ErrorCode::NotImplemented, std::string("it is ") + provider + "'s already"};
    checkTypes(result);
    for (const Attribute *attribute : api.list(api.attributeCount, api.attributes, node))
      if (api.get(api.attributeType, attribute) != AttributeType::Graph)
        result.given.attributes.push_back(read(attribute));
    readBranches(result);
  } catch (const Failure &failure) {
    result.stay(failure.message);
  }
  return result;
}

/// The branches of an If, which the importer replaces by one of them where sizes decide.
void GraphReader::readBranches(GraphNode &node) const {
  std::vector<const Graph *> bodies(api.get(api.subgraphCount, node.node));
  if (bodies.empty())
    return;
  if (node.given.type != "If")
    throw Failure{ErrorCode::NotImplemented, "it contains graphs (as If and Loop do)"};
  std::vector<const char *> names(bodies.size());
  api.must(api.subgraphs(node.node, bodies.data(), bodies.size(), names.data()));
  for (size_t i = 0; i < bodies.size(); ++i)
    node.given.attributes.push_back(
        {names[i], std::make_shared<const GivenGraph>(branch(bodies[i]))});
}

GivenGraph GraphReader::branch(const Graph *body) const {
  GivenGraph given;
  given.name = file;
  std::set<std::string> known;
  for (const Node *node : api.list(api.nodeCount, api.nodes, body)) {
    GraphNode inner = read(node);
    if (!inner.why.empty())
      throw Failure{ErrorCode::NotImplemented, "inside it: " + inner.why};
    for (const ValueInfo *value : inner.inputs)
      if (value && !valueName(value).empty() && api.get(api.isConstant, value) &&
          !api.get(api.isFromOuterScope, value) && known.insert(valueName(value)).second)
        given.constants.emplace_back(valueName(value), constant(value));
    given.nodes.push_back(std::move(inner.given));
  }
  for (const ValueInfo *value : api.list(api.graphOutputCount, api.graphOutputs, body))
    given.outputs.push_back(valueName(value));
  return given;
}

std::vector<std::string> namesOf(const Api &api, const std::vector<const ValueInfo *> &values) {
  std::vector<std::string> names;
  for (const ValueInfo *value : values)
    names.push_back(value ? api.get(api.valueName, value) : "");
  return names;
}

int elementTypeOf(const Api &api, const ValueInfo *value) {
  const TypeInfo *type = api.get(api.valueType, value);
  if (!type || api.get(api.onnxTypeOf, type) != OnnxType::Tensor)
    return 0;
  return onnxTypeOf(api.get(api.elementType, api.get(api.tensorInfoOfType, type)));
}

/// Says why values of a type are not computed as ONNX Runtime would.
static std::string otherType(int type) {
  const auto here = onnx::elementTypeOf(type);
  return "of type " + onnx::dataTypeName(type) +
         (here ? ", which is computed as " + onnx::dataTypeName(onnx::dataTypeOf(*here)) + " here"
               : "");
}

/// Throws a Failure for a value that has another type here than at run time: DOUBLE is computed in
/// f32. Constants may become another type.
void GraphReader::checkTypes(const GraphNode &node) const {
  auto check = [&](const ValueInfo *value) {
    if (!value || valueName(value).empty())
      return;
    const int type = elementTypeOf(api, value);
    const auto here = onnx::elementTypeOf(type);
    const bool isSame = here && onnx::dataTypeOf(*here) == type;
    if (!isSame && !(here && api.get(api.isConstant, value)))
      throw Failure{ErrorCode::NotImplemented, "'" + valueName(value) + "' is " + otherType(type)};
  };
  std::ranges::for_each(node.inputs, check);
  std::ranges::for_each(node.outputs, check);
}

GivenInput GraphReader::inputOf(size_t reader, const ValueInfo *value) const {
  GivenInput input{valueName(value), 0, {}};
  auto refuse = [&](const std::string &why) {
    throw Failure{ErrorCode::NotImplemented, "it reads '" + input.name + "', " + why, reader};
  };
  const TypeInfo *type = api.get(api.valueType, value);
  if (!type || api.get(api.onnxTypeOf, type) != OnnxType::Tensor)
    refuse("which is no tensor");
  const TensorInfo *tensor = api.get(api.tensorInfoOfType, type);
  input.dataType = onnxTypeOf(api.get(api.elementType, tensor));
  const auto sizes = api.list(api.dimensionCount, api.dimensions, tensor);
  if (api.hasShape ? !api.hasShape(tensor) : sizes.empty())
    refuse(api.hasShape
               ? "whose rank is unknown"
               : "a scalar or of unknown rank, which ONNX Runtime 1.23 does not tell apart");
  std::vector<const char *> names(sizes.size());
  if (!names.empty())
    api.must(api.symbolicDimensions(tensor, names.data(), names.size()));
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] >= 0)
      input.shape.push_back(sizes[i]);
    else
      input.shape.push_back(std::string(names[i] ? names[i] : ""));
  return input;
}

bool GraphReader::isReadOutside(const ValueInfo *value, const std::set<const Node *> &own) const {
  if (api.get(api.isGraphOutput, value))
    return true;
  std::vector<const Node *> readers(api.get(api.consumerCount, value));
  std::vector<int64_t> places(readers.size());
  if (!readers.empty())
    api.must(api.consumers(value, readers.data(), places.data(), readers.size()));
  return std::ranges::any_of(readers, [&](const Node *reader) { return !own.contains(reader); });
}

GraphPart GraphReader::part(const std::vector<size_t> &places) const {
  GraphPart part;
  GivenGraph &graph = part.graph;
  graph.name = file;
  graph.opsets = opsets;
  std::set<const Node *> own;
  std::set<std::string> known = {""};
  for (size_t place : places) {
    own.insert(nodes[place].node);
    known.insert(nodes[place].given.outputs.begin(), nodes[place].given.outputs.end());
  }
  for (size_t place : places) {
    const GraphNode &node = nodes[place];
    graph.nodes.push_back(node.given);
    std::vector<const ValueInfo *> read = node.inputs;
    read.insert(read.end(), node.captures.begin(), node.captures.end());
    for (const ValueInfo *value : read) {
      std::string name = valueName(value);
      if (!known.insert(name).second)
        continue;
      if (api.get(api.isConstant, value))
        graph.constants.emplace_back(name, constant(value));
      else
        graph.inputs.push_back(inputOf(place, value));
    }
    for (size_t i = 0; i < node.outputs.size(); ++i)
      if (!node.given.outputs[i].empty() && isReadOutside(node.outputs[i], own)) {
        graph.outputs.push_back(node.given.outputs[i]);
        part.outputTypes.push_back(elementTypeOf(api, node.outputs[i]));
      }
  }
  return part;
}

std::string layerIn(const std::string &message) {
  static constexpr std::string_view word = "layer '";
  const size_t begin = message.find(word);
  const size_t end = begin == std::string::npos ? begin : message.find('\'', begin + word.size());
  return end == std::string::npos ? ""
                                  : message.substr(begin + word.size(), end - begin - word.size());
}

std::string GraphReader::called(size_t place) const {
  const onnx::GivenNode &node = nodes[place].given;
  const bool named = !node.name.empty();
  return node.type + " '" + (named || node.outputs.empty() ? node.name : node.outputs[0]) + "'";
}

std::optional<size_t> GraphReader::find(const std::string &layer) const {
  auto known = byName.find(layer);
  if (known == byName.end())
    return std::nullopt;
  const size_t first = known->second.front();
  const bool isOne = std::ranges::all_of(known->second, [&](size_t at) { return at == first; });
  return isOne ? std::optional(first) : std::nullopt;
}

} // namespace qopt::ort

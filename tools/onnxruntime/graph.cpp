#include "tools/onnxruntime/graph.h"

#include "importers/onnx/file/tensor_data.h"

#include <algorithm>

namespace qopt::ort {

using onnx::GivenAttribute;
using onnx::GivenGraph;
using onnx::GivenInput;
using onnx::GivenTensor;

GraphReader::GraphReader(const Api &api, const Graph *graph) : api(api), graph(graph) {
  const char *path = api.get(api.modelPath, graph);
  file = path && *path ? path : "the model";
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

std::string GraphReader::valueName(const ValueInfo *value) const {
  return value ? api.get(api.valueName, value) : "";
}

GraphNode GraphReader::read(const Node *node) {
  GraphNode result;
  result.node = node;
  result.given.name = api.get(api.nodeName, node);
  result.given.type = api.get(api.operatorType, node);
  result.given.domain = api.get(api.domain, node);
  result.inputs = api.list(api.inputCount, api.inputs, node);
  result.outputs = api.list(api.outputCount, api.outputs, node);
  for (const ValueInfo *value : result.inputs)
    result.given.inputs.push_back(valueName(value));
  for (const ValueInfo *value : result.outputs)
    result.given.outputs.push_back(valueName(value));
  for (const ValueInfo *value : api.list(api.implicitCount, api.implicitInputs, node))
    result.captures.push_back(valueName(value));
  try {
    if (api.get(api.subgraphCount, node) > 0)
      throw Failure{ErrorCode::NotImplemented, "it holds graphs of its own"};
    const char *provider = api.get(api.nodeProvider, node);
    if (provider && *provider)
      throw Failure{ErrorCode::NotImplemented, std::string("it is ") + provider + "'s already"};
    checkTypes(result);
    for (const Attribute *attribute : api.list(api.attributeCount, api.attributes, node))
      result.given.attributes.push_back(read(attribute));
  } catch (const Failure &failure) {
    result.why = failure.message;
  }
  return result;
}

/// The element type of a tensor by ONNX's number; 0 of what is none.
int GraphReader::typeOf(const ValueInfo *value) const {
  const TypeInfo *type = api.get(api.valueType, value);
  if (!type || api.get(api.onnxTypeOf, type) != OnnxType::Tensor)
    return 0;
  return api.get(api.elementType, api.get(api.tensorInfoOfType, type));
}

/// What is read and written at run time has to have the same type here: DOUBLE is computed in f32.
void GraphReader::checkTypes(const GraphNode &node) const {
  auto check = [&](const ValueInfo *value) {
    if (!value || valueName(value).empty())
      return;
    const int type = typeOf(value);
    const auto here = onnx::elementTypeOf(type);
    const bool isSame = here && onnx::dataTypeOf(*here) == type;
    if (!isSame && !(here && api.get(api.isConstant, value)))
      throw Failure{ErrorCode::NotImplemented,
                    "'" + valueName(value) + "' is of type " + onnx::dataTypeName(type)};
  };
  std::ranges::for_each(node.inputs, check);
  std::ranges::for_each(node.outputs, check);
}

/// The bytes of an attribute's value; ONNX Runtime says how many there are where there is no room.
static std::string bytesOf(const Api &api, const Attribute *attribute, AttributeType type) {
  size_t size = 0;
  if (Status *status = api.readAttribute(attribute, type, nullptr, 0, &size))
    api.releaseStatus(status);
  std::string bytes(size, '\0');
  if (size > 0)
    api.must(api.readAttribute(attribute, type, bytes.data(), size, &size));
  return bytes;
}

template <typename Item>
static std::vector<Item> itemsOf(const Api &api, const Attribute *attribute, AttributeType type) {
  const std::string bytes = bytesOf(api, attribute, type);
  std::vector<Item> items(bytes.size() / sizeof(Item));
  std::copy_n(bytes.data(), items.size() * sizeof(Item), reinterpret_cast<char *>(items.data()));
  return items;
}

/// Each ends in a zero.
static std::vector<std::string> textsOf(const std::string &bytes) {
  std::vector<std::string> texts;
  for (size_t begin = 0; begin < bytes.size(); begin += texts.back().size() + 1)
    texts.emplace_back(bytes.c_str() + begin);
  return texts;
}

GivenAttribute GraphReader::read(const Attribute *attribute) const {
  GivenAttribute given{api.get(api.attributeName, attribute), int64_t(0)};
  const AttributeType type = api.get(api.attributeType, attribute);
  switch (type) {
  case AttributeType::Int: given.value = itemsOf<int64_t>(api, attribute, type).at(0); break;
  case AttributeType::Ints: given.value = itemsOf<int64_t>(api, attribute, type); break;
  case AttributeType::Float: given.value = itemsOf<float>(api, attribute, type).at(0); break;
  case AttributeType::Floats: given.value = itemsOf<float>(api, attribute, type); break;
  case AttributeType::String:
    given.value = std::string(bytesOf(api, attribute, type).c_str());
    break;
  case AttributeType::Strings: given.value = textsOf(bytesOf(api, attribute, type)); break;
  case AttributeType::Tensor: {
    Value *value = api.get(api.tensorAttribute, attribute);
    std::shared_ptr<const void> owner(value, [&api = api](Value *own) { api.releaseValue(own); });
    given.value = read(value, nullptr);
    std::get<GivenTensor>(given.value).owner = owner;
    break;
  }
  case AttributeType::Undefined:
  case AttributeType::Graph:
    throw Failure{ErrorCode::NotImplemented,
                  "its attribute '" + given.name + "' is of a kind that cannot be read here"};
  }
  return given;
}

GivenTensor GraphReader::read(const Value *value, std::shared_ptr<const void> owner) const {
  if (!value)
    throw Failure{ErrorCode::NotImplemented, "ONNX Runtime does not give the values of a constant"};
  TensorInfo *info = api.get(api.tensorInfoOfValue, value);
  std::shared_ptr<TensorInfo> freed(info, api.releaseTensorInfo);
  GivenTensor tensor;
  tensor.dataType = api.get(api.elementType, static_cast<const TensorInfo *>(info));
  tensor.shape =
      api.list(api.dimensionCount, api.dimensions, static_cast<const TensorInfo *>(info));
  void *data = nullptr; // of a tensor of strings there are no bytes
  size_t size = 0;
  api.must(api.tensorBytes(value, &size));
  api.must(api.tensorMutableData(const_cast<Value *>(value), &data));
  tensor.bytes = {static_cast<const char *>(data), size};
  tensor.owner = std::move(owner);
  return tensor;
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
  input.dataType = api.get(api.elementType, tensor);
  const auto sizes = api.list(api.dimensionCount, api.dimensions, tensor);
  if (api.hasShape ? !api.hasShape(tensor) : sizes.empty())
    refuse(api.hasShape ? "whose rank nobody says"
                        : "a scalar or of a rank that nobody says, which ONNX Runtime 1.23 does "
                          "not tell apart");
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
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (!known.insert(node.given.inputs[i]).second)
        continue;
      if (api.get(api.isConstant, node.inputs[i]))
        graph.constants.emplace_back(node.given.inputs[i],
                                     read(api.get(api.initializer, node.inputs[i]), nullptr));
      else
        graph.inputs.push_back(inputOf(place, node.inputs[i]));
    }
    for (size_t i = 0; i < node.outputs.size(); ++i)
      if (!node.given.outputs[i].empty() && isReadOutside(node.outputs[i], own)) {
        graph.outputs.push_back(node.given.outputs[i]);
        part.outputTypes.push_back(typeOf(node.outputs[i]));
      }
  }
  return part;
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

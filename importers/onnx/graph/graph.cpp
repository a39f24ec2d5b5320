#include "importers/onnx/graph/graph.h"

#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::onnx {

Graph::Graph(std::shared_ptr<const proto::ModelProto> model, std::shared_ptr<TensorBytes> bytes,
             int64_t opset)
    : model(model), graph(model->graph()), external(std::move(bytes)), functions(*model) {
  for (const proto::TensorProto &tensor : graph.initializer())
    constants.emplace_back(tensor.name(), reader(tensor));
  for (const proto::SparseTensorProto &tensor : graph.sparse_initializer())
    constants.emplace_back(tensor.values().name(), reader(tensor));
  for (const proto::ValueInfoProto &info : graph.input())
    inputs.push_back(info.name());
  for (const proto::ValueInfoProto &info : graph.output())
    outputs.push_back(info.name());
  for (const proto::NodeProto &node : graph.node())
    functions.append({&node, opset}, nodes);
  addLayers();
}

// Adds the layers of the nodes that have none yet.
void Graph::addLayers() {
  for (size_t i = layers.size(); i < nodes.size(); ++i) {
    const proto::NodeProto &node = *nodes[i].proto;
    std::string type = operatorName(node), missing;
    if (!isBranching(node) && !(missing = functions.missingInside(nodes[i])).empty())
      type += " (not supported inside it either: " + missing + ")";
    layers.push_back({node.name(),
                      type,
                      {node.input().begin(), node.input().end()},
                      {node.output().begin(), node.output().end()},
                      capturesOf(node),
                      nodes[i].place});
  }
}

void Graph::noteLost(const proto::TensorProto &tensor) {
  if (std::optional<double> value = valueLostInF32(tensor, *external))
    lost.emplace(tensor.name(), *value);
}

ConstantReader Graph::reader(const proto::TensorProto &tensor) {
  return [&tensor, this] {
    noteType(tensor.data_type());
    noteLost(tensor);
    return readTensor(tensor, *external);
  };
}

ConstantReader Graph::reader(const proto::SparseTensorProto &tensor) {
  return [&tensor, this] {
    noteType(tensor.values().data_type());
    noteLost(tensor.values());
    return readSparse(tensor, *external);
  };
}

static const proto::ValueInfoProto *findInfo(const proto::GraphProto &graph, llvm::StringRef name) {
  for (const auto *list : {&graph.input(), &graph.value_info(), &graph.output()})
    for (const proto::ValueInfoProto &info : *list)
      if (info.name() == name)
        return &info;
  return nullptr;
}

// −1 and "?" are some exporters' "unknown": two of them need not be the same size.
static SourceDim dimOf(const proto::TensorShapeProto::Dimension &dim) {
  bool known = dim.has_dim_value() && dim.dim_value() != -1;
  bool isNamed = llvm::any_of(dim.dim_param(), llvm::isAlnum);
  return {known ? std::optional<int64_t>(dim.dim_value()) : std::nullopt,
          isNamed ? dim.dim_param() : ""};
}

std::optional<SourceType> Graph::typeOf(llvm::StringRef value) const {
  const proto::ValueInfoProto *info = findInfo(graph, value);
  if (!info)
    return std::nullopt;
  SourceType type;
  const auto &tensor = info->type().tensor_type();
  if (!info->type().has_tensor_type() || !tensor.has_shape())
    return type;
  noteType(tensor.elem_type());
  type.elementName = dataTypeName(tensor.elem_type());
  type.element = elementTypeOf(tensor.elem_type());
  type.shape.emplace();
  for (const auto &dim : tensor.shape().dim())
    type.shape->push_back(dimOf(dim));
  return type;
}

bool Graph::reads(size_t layer) const {
  const GraphNode &node = nodes[layer];
  return !node.status.ok() || isBranching(*node.proto) || findConverter(*node.proto, node.opset);
}

bool Graph::readsRows(size_t layer) const { return onnx::readsRows(*nodes[layer].proto); }

Conversion Graph::convert(GraphImporter &importer, size_t layer, llvm::StringRef key) {
  const GraphNode &node = nodes[layer];
  if (!node.status.ok())
    return {node.status, {}};
  Binder binder(importer, *this, layers[layer], *node.proto, node.opset, key);
  findConverter(*node.proto, node.opset)(binder);
  return binder.finish();
}

} // namespace qopt::onnx

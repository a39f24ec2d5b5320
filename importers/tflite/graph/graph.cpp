#include "importers/tflite/graph/graph.h"

#include "importers/tflite/file/tensor_data.h"
#include "importers/tflite/graph/op_table.h"

namespace qopt::tflite {

Graph::Graph(std::shared_ptr<const ModelFile> file)
    : model(std::move(file)), graph(model->subgraph(0)), variables(*model, names) {
  nameTensors();
  addConstants();
  for (int32_t index : elementsOf(graph.inputs()))
    inputs.push_back(names[size_t(index)]);
  for (int32_t index : elementsOf(graph.outputs()))
    outputs.push_back(names[size_t(index)]);
  addLayers();
  addStates();
}

const schema::Tensor *Graph::tensor(int32_t index) const {
  return index < 0 ? nullptr : graph.tensors()->Get(flatbuffers::uoffset_t(index));
}

void Graph::nameTensors() {
  const size_t count = graph.tensors() ? graph.tensors()->size() : 0;
  for (size_t i = 0; i < count; ++i) {
    std::string name = nameOf(*tensor(int32_t(i)), i);
    if (places.contains(name))
      name += ";" + std::to_string(i);
    while (places.contains(name))
      name += "_";
    places[name] = int32_t(i);
    names.push_back(std::move(name));
  }
}

void Graph::addConstants() {
  for (size_t i = 0; i < names.size(); ++i) {
    const schema::Tensor *one = tensor(int32_t(i));
    if (isConstant(*model, *one))
      constants.emplace_back(names[i], [file = model, one] { return readTensor(file, *one); });
  }
}

void Graph::addLayers() {
  for (size_t i = 0; graph.operators() && i < graph.operators()->size(); ++i) {
    const schema::Operator &op = *graph.operators()->Get(flatbuffers::uoffset_t(i));
    const bool isTaken = variables.take(op, [&](const std::string &value, int32_t output) {
      addHandedOn("READ_VARIABLE", value, names[size_t(output)]);
    });
    if (isTaken)
      continue;
    Layer layer;
    layer.type = model->operatorName(op);
    for (int32_t index : elementsOf(op.inputs()))
      layer.inputs.push_back(index < 0 || isBegunAnew(op, index) ? "" : names[size_t(index)]);
    for (int32_t index : elementsOf(op.outputs()))
      layer.outputs.push_back(names[size_t(index)]);
    addKept(op, layer);
    layer.name = layer.outputs.empty() ? "" : layer.outputs.front();
    layers.push_back(std::move(layer));
    operators.push_back(&op);
  }
}

// Cells of one step keep tensors from run to run; those of whole sequences begin anew.
bool Graph::keepsTensors(const schema::Operator &op) const {
  const schema::BuiltinOperator code = model->builtin(op);
  return code == schema::BuiltinOperator::RNN || code == schema::BuiltinOperator::LSTM ||
         code == schema::BuiltinOperator::SVDF;
}
bool Graph::isBegunAnew(const schema::Operator &op, int32_t index) const {
  return tensor(index)->is_variable() && !keepsTensors(op);
}

void Graph::addKept(const schema::Operator &op, Layer &layer) {
  if (!keepsTensors(op))
    return;
  for (int32_t index : elementsOf(op.inputs()))
    if (index >= 0 && tensor(index)->is_variable()) {
      variables.keep(index);
      layer.outputs.push_back(names[size_t(index)] + ".next");
    }
}

void Graph::addHandedOn(const char *type, const std::string &from, const std::string &to) {
  layers.push_back({to, type, {from}, {to}});
  operators.push_back(nullptr);
}

// States behind the model's own inputs and outputs.
void Graph::addStates() {
  for (const State &state : variables.states()) {
    places[state.name] = state.tensor;
    inputs.push_back(state.name);
    outputs.push_back(state.name + ".next");
    if (state.last == outputs.back())
      continue;
    addHandedOn("ASSIGN_VARIABLE", state.last.empty() ? state.name : state.last, outputs.back());
  }
}

// A signature of −1 says that the size is the caller's; the shape then has what the converter saw.
std::optional<SourceType> Graph::typeOf(llvm::StringRef value) const {
  auto place = places.find(value);
  if (place == places.end())
    return std::nullopt;
  const schema::Tensor &one = *tensor(place->second);
  SourceType type;
  type.elementName = typeName(one.type());
  type.element = elementTypeOf(one.type());
  llvm::ArrayRef<int32_t> shape = elementsOf(one.shape());
  llvm::ArrayRef<int32_t> signature = elementsOf(one.shape_signature());
  type.shape.emplace();
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool isOpen = signature.size() == shape.size() && signature[i] < 0;
    type.shape->push_back(isOpen ? SourceDim{std::nullopt, ""}
                                 : SourceDim{std::optional<int64_t>(shape[i]), ""});
  }
  return type;
}

bool Graph::reads(size_t layer) const {
  return !operators[layer] || findConverter(model->builtin(*operators[layer])) != nullptr;
}

Conversion Graph::convert(GraphImporter &importer, size_t layer, llvm::StringRef key) {
  if (!operators[layer]) {
    LayerBinder binder(importer, layers[layer], key);
    binder.alias(0, 0);
    return binder.finish();
  }
  Binder binder(importer, *this, layers[layer], *operators[layer], key);
  findConverter(model->builtin(*operators[layer]))(binder);
  return binder.finish();
}

} // namespace qopt::tflite

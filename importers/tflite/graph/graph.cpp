#include "importers/tflite/graph/graph.h"

#include "importers/tflite/file/tensor_data.h"
#include "importers/tflite/graph/op_table.h"

#include "llvm/ADT/DenseSet.h"

namespace qopt::tflite {

Graph::Graph(std::shared_ptr<const ModelFile> file, std::vector<std::string> given)
    : model(std::move(file)), main(model->subgraph(0)), given(std::move(given)),
      variables(*model, main.names) {
  for (size_t i = 0; i < main.tensorCount(); ++i)
    addName(main, unusedName(nameOf(*main.tensor(int32_t(i)), i), i));
  addConstants(main);
  for (int32_t index : elementsOf(main.graph->inputs()))
    inputs.push_back(main.names[size_t(index)]);
  for (int32_t index : elementsOf(main.graph->outputs()))
    outputs.push_back(main.names[size_t(index)]);
  addLayers();
  addStates();
}

std::string Graph::unusedName(const std::string &wanted, size_t index) const {
  std::string name = wanted;
  if (places.contains(name))
    name += ";" + std::to_string(index);
  while (places.contains(name))
    name += "_";
  return name;
}

void Graph::addName(Scope &scope, const std::string &name) {
  places.try_emplace(name, scope.tensor(int32_t(scope.names.size())));
  scope.names.push_back(name);
}

// Tensors that operators compute or a caller gives.
static llvm::DenseSet<int32_t> computedTensors(const schema::SubGraph &graph) {
  llvm::DenseSet<int32_t> all;
  all.insert_range(elementsOf(graph.inputs()));
  for (flatbuffers::uoffset_t i = 0; graph.operators() && i < graph.operators()->size(); ++i)
    all.insert_range(elementsOf(graph.operators()->Get(i)->outputs()));
  return all;
}

// A constant without elements, such as the shape of a scalar, has an empty buffer, as a computed
// value has.
void Graph::addConstants(const Scope &scope) {
  const llvm::DenseSet<int32_t> computed = computedTensors(*scope.graph);
  for (size_t i = 0; i < scope.names.size(); ++i) {
    const schema::Tensor *one = scope.tensor(int32_t(i));
    const bool isEmpty = llvm::is_contained(elementsOf(one->shape()), 0) && !one->is_variable() &&
                         !computed.contains(int32_t(i));
    if (isEmpty || isConstant(*model, *one))
      constants.emplace_back(scope.names[i],
                             [file = model, one] { return readTensor(file, *one); });
  }
}

void Graph::addLayers() {
  const auto *operators = main.graph->operators();
  for (flatbuffers::uoffset_t i = 0; operators && i < operators->size(); ++i) {
    const schema::Operator &op = *operators->Get(i);
    const bool isTaken = variables.take(op, [&](const std::string &value, int32_t output) {
      addHandedOn("READ_VARIABLE", value, main.names[size_t(output)]);
    });
    if (!isTaken)
      addLayer(main, op);
  }
}

void Graph::addLayer(Scope &scope, const schema::Operator &op) {
  Layer layer;
  layer.type = model->operatorName(op);
  for (int32_t index : elementsOf(op.inputs())) {
    const bool isState = index >= 0 && scope.tensor(index)->is_variable();
    const bool isAnew = isState && !keeps(scope, op, index);
    if (isAnew)
      anew.push_back(scope.names[size_t(index)]);
    layer.inputs.push_back(index < 0 || isAnew ? "" : scope.names[size_t(index)]);
  }
  for (int32_t index : elementsOf(op.outputs()))
    layer.outputs.push_back(scope.names[size_t(index)]);
  addKept(scope, op, layer);
  layer.name = layer.outputs.empty() ? "" : layer.outputs.front();
  layers.push_back(std::move(layer));
  sources.push_back({&scope, &op});
}

// Cells of one step keep tensors from run to run; those of whole sequences begin anew, unless the
// caller gives them.
bool Graph::keepsTensors(const schema::Operator &op) const {
  const schema::BuiltinOperator code = model->builtin(op);
  return code == schema::BuiltinOperator::RNN || code == schema::BuiltinOperator::LSTM ||
         code == schema::BuiltinOperator::SVDF;
}
bool Graph::keeps(const Scope &scope, const schema::Operator &op, int32_t index) const {
  return keepsTensors(op) || llvm::is_contained(given, scope.names[size_t(index)]);
}

void Graph::addKept(const Scope &scope, const schema::Operator &op, Layer &layer) {
  for (int32_t index : elementsOf(op.inputs()))
    if (index >= 0 && scope.tensor(index)->is_variable() && keeps(scope, op, index)) {
      variables.keep(index);
      layer.outputs.push_back(scope.names[size_t(index)] + ".next");
    }
}

void Graph::addHandedOn(const char *type, const std::string &from, const std::string &to) {
  layers.push_back({to, type, {from}, {to}});
  sources.push_back({nullptr, nullptr});
}

// States behind the model's own inputs and outputs.
void Graph::addStates() {
  for (const State &state : variables.states()) {
    places[state.name] = main.tensor(state.tensor);
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
  const schema::Tensor &one = *place->second;
  SourceType type;
  type.elementName = typeName(one.type());
  const bool isComplex = one.type() == schema::TensorType::COMPLEX64;
  type.element = isComplex ? qrt::ElementType::F32 : elementTypeOf(one.type());
  llvm::ArrayRef<int32_t> shape = elementsOf(one.shape());
  llvm::ArrayRef<int32_t> signature = elementsOf(one.shape_signature());
  type.shape.emplace();
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool isOpen = signature.size() == shape.size() && signature[i] < 0;
    type.shape->push_back(isOpen ? SourceDim{std::nullopt, ""}
                                 : SourceDim{std::optional<int64_t>(shape[i]), ""});
  }
  if (isComplex)
    type.shape->push_back({2, ""}); // real and imaginary part
  return type;
}

// No other operator knows the dimension that complex numbers have behind the file's.
static bool isOfComplex(schema::BuiltinOperator code) {
  using enum schema::BuiltinOperator;
  return code == REAL || code == IMAG || code == COMPLEX_ABS;
}

bool Graph::reads(size_t layer) const {
  const schema::Operator *op = sources[layer].op;
  return !op || isBranching(layer) || findConverter(model->builtin(*op)) != nullptr;
}

Conversion Graph::convert(GraphImporter &importer, size_t layer, llvm::StringRef key) {
  const Source source = sources[layer];
  if (!source.op) {
    LayerBinder binder(importer, layers[layer], key);
    binder.alias(0, 0);
    return binder.finish();
  }
  Binder binder(importer, *source.scope, layers[layer], *source.op, key);
  const schema::BuiltinOperator code = model->builtin(*source.op);
  for (unsigned i = 0; i < binder.inputCount(); ++i) {
    const schema::Tensor *input = binder.inputTensor(i);
    binder.support(isOfComplex(code) || !input || input->type() != schema::TensorType::COMPLEX64,
                   "of complex numbers");
  }
  findConverter(code)(binder);
  return binder.finish();
}

} // namespace qopt::tflite

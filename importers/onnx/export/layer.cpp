#include "importers/onnx/export/layer.h"

#include "importers/onnx/export/op_table.h"
#include "importers/onnx/export/operators.h"
#include "importers/onnx/file/tensor_data.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::onnx {

qrt::ElementType elementOf(Value value) {
  return nn::isQuantized(value.getType()) ? qrt::ElementType::F32
                                          : *nn::declaredType(value.getType());
}

void Layer::refuse(const Twine &reason) {
  if (why.empty())
    why = reason.str();
}

bool Layer::copiesSteps() const {
  auto ruled = dyn_cast<nn::QuantizationRuleOpInterface>(op);
  if (!ruled || ruled.quantizationRule().result != nn::ResultRule::SharesInput)
    return false;
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  return nn::isQuantized(to) && nn::declaredType(from) == nn::declaredType(to) &&
         !operatorSince("QuantizeLinear", *nn::declaredType(to));
}

std::string Layer::in(Value value) {
  if (!value)
    return "";
  return copiesSteps() && value == op->getOperand(0) ? graph.stored(value) : graph.real(value);
}

std::string Layer::define(Value value) {
  return copiesSteps() ? graph.defineStored(value) : graph.defineReal(value);
}

void Layer::finish(Value value) {
  if (!copiesSteps())
    graph.written(value);
}

std::vector<std::string> Layer::inputs() {
  std::vector<std::string> names;
  for (Value operand : op->getOperands())
    names.push_back(in(operand));
  return names;
}

std::string Layer::index(Value value, unsigned bits) {
  if (!value || elementOf(value) == *qrt::findElementType(qrt::TypeClass::Signed, int(bits)))
    return in(value);
  qrt::ElementType type = *qrt::findElementType(qrt::TypeClass::Signed, int(bits));
  return indexPart("Cast", "as_" + std::string(elementTypeName(type)), {in(value)})
      .set("to", int64_t(dataTypeOf(type)));
}

std::string Layer::partName(StringRef name) const {
  return baseName(op->getResult(0)) + "/" + name.str();
}

std::string Layer::constant(StringRef name, const qrt::Tensor &tensor) {
  return graph.draft.constant(partName(name), tensor);
}

std::string Layer::ints(StringRef name, ArrayRef<int64_t> values) {
  return constant(name, qrt::Tensor::fromValues<int64_t>({int64_t(values.size())}, values));
}

std::string Layer::integer(StringRef name, int64_t value) {
  return constant(name, qrt::Tensor::fromValues<int64_t>({}, ArrayRef(value)));
}

template <typename Number> static qrt::Tensor numberOf(qrt::ElementType type, Number value) {
  qrt::Tensor tensor = qrt::Tensor::allocate(qrt::unpackedType(type), {});
  qrt::visitElementType(tensor.type(), [&](auto tag) {
    using Type = typename decltype(tag)::Storage;
    tensor.mutableValues<Type>()[0] = Type(value);
  });
  return qrt::isPacked(type) ? qrt::packed(tensor, type) : tensor;
}

std::string Layer::scalar(StringRef name, double value, Value like) {
  return constant(name, numberOf(elementOf(like), float(value)));
}

std::string Layer::scalarInteger(StringRef name, int64_t value, Value like) {
  return constant(name, numberOf(elementOf(like), value));
}

std::string Layer::sizes(StringRef name, ArrayRef<nn::Dim> shape) {
  if (llvm::all_of(shape, [](const nn::Dim &dim) { return dim.isStatic(); }))
    return ints(name, llvm::map_to_vector(shape, [](const nn::Dim &dim) { return dim.value(); }));
  if (shape.size() == 1)
    return graph.sizeOf(shape[0]);
  std::vector<std::string> parts;
  for (const nn::Dim &dim : shape)
    parts.push_back(graph.sizeOf(dim));
  return indexPart("Concat", name, parts).set("axis", int64_t(0));
}

void Layer::checkElements(StringRef type, Value elements) {
  qrt::ElementType element =
      copiesSteps() ? *nn::declaredType(elements.getType()) : elementOf(elements);
  std::optional<int64_t> since = operatorSince(type, element);
  if (!since)
    return refuse("ONNX's " + type + " takes no " + Twine(StringRef(elementTypeName(element))));
  graph.draft.needs(*since);
}

Node Layer::write(StringRef type, StringRef name, Names inputs, Names outputs, Value elements) {
  if (!elements && op->getNumOperands())
    elements = op->getOperand(0);
  if (elements)
    checkElements(type, elements);
  return graph.draft.node(type, name, inputs, outputs);
}

Node Layer::result(StringRef type, Names inputs, Value elements) {
  Value value = op->getResult(0);
  Node node = write(type, baseName(value), inputs, {define(value)}, elements);
  graph.noteLayer(op, node, type == entry.type, !hasParts);
  finish(value);
  return node;
}

Node Layer::results(StringRef type, Names inputs) {
  std::vector<std::string> outputs;
  for (Value value : op->getResults())
    outputs.push_back(define(value));
  Node node = write(type, baseName(op->getResult(0)), inputs, outputs, {});
  graph.noteLayer(op, node, type == entry.type, !hasParts);
  llvm::for_each(op->getResults(), [&](Value value) { finish(value); });
  return node;
}

Node Layer::part(StringRef type, StringRef name, Names inputs, Value elements) {
  std::string full = partName(name);
  hasParts = true;
  return write(type, full, inputs, {graph.draft.uniqueValue(full)}, elements);
}

void Layer::castResult(const std::string &other) {
  Value value = op->getResult(0);
  graph.draft.node("Cast", baseName(value), {other}, {graph.defineReal(value)})
      .set("to", int64_t(dataTypeOf(elementOf(value))));
}

Node Layer::indexPart(StringRef type, StringRef name, Names inputs) {
  std::string full = partName(name);
  return graph.draft.node(type, full, inputs, {graph.draft.uniqueValue(full)});
}

} // namespace qopt::onnx

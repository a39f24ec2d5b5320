// The binder's other end: what a node's conversion leaves behind.
#include "importers/onnx/graph/binder.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

std::string Binder::partKey(StringRef name) {
  return graph.builder->names.unique(key + "/" + name.str());
}

std::string Binder::outputKey(unsigned index) {
  return index == 0 ? key : graph.builder->names.unique(key + ":" + std::to_string(index));
}

Value Binder::reshape(const std::string &name, Value input, ArrayRef<nn::Dim> shape) {
  if (!ok() || !check(GraphBuilder::checkShape(shape)).ok())
    return {};
  Value value = graph.builder->createAs<nn::ReshapeOp>(name, shape, elementOf(input), input);
  check(graph.builder->status);
  return value;
}

Value Binder::reshapePart(StringRef name, Value input, ArrayRef<nn::Dim> shape) {
  return ok() ? reshape(partKey(name), input, shape) : Value();
}

void Binder::emitReshape(Value input, ArrayRef<nn::Dim> shape) {
  bind(0, reshape(key, input, shape));
}

Value Binder::constantPart(StringRef name, RankedTensorType type, const qrt::Tensor &tensor) {
  return ok() ? graph.builder->constant(key + "/" + name.str(), type, tensor) : Value();
}

Value Binder::scalarPart(StringRef name, float value) {
  auto tensor = qrt::Tensor::fromValues<float>({1}, std::span<const float>(&value, 1));
  return constantPart(name, RankedTensorType::get({1}, f32()), tensor);
}

void Binder::bindImported(unsigned index, ImportedPtr value) {
  if (index < unsigned(node.output_size()) && !node.output(index).empty())
    bound[index] = std::move(value);
}

void Binder::bindNew(unsigned index, Imported result) {
  result.name = key;
  bindImported(index, std::make_shared<Imported>(std::move(result)));
}

void Binder::bind(unsigned index, Value value) {
  if (ok())
    bindNew(index, {.value = value});
}

void Binder::bind(unsigned index, const qrt::Tensor &constant) {
  bindNew(index, {.constant = constant});
}

void Binder::bind(unsigned index, const IntTensor &ints) { bindNew(index, {.ints = ints}); }

void Binder::bindStored(unsigned index, const proto::TensorProto &tensor) {
  bindNew(index, {.stored = &tensor});
}

void Binder::alias(unsigned outputIndex, unsigned inputIndex) {
  if (ok())
    bindImported(outputIndex, imported(inputIndex));
}

bool Binder::isRead(unsigned output) const {
  return output < unsigned(node.output_size()) && !node.output(output).empty() &&
         graph.isRead(node.output(output));
}

void Binder::finish() {
  for (const proto::AttributeProto &attribute : node.attribute())
    support(understood.contains(attribute.name()), "attribute '" + attribute.name() + "'");
  for (unsigned i = 0; i < unsigned(node.output_size()); ++i)
    support(!isRead(i) || bound.count(i) != 0, "output " + Twine(i));
}

} // namespace qopt::onnx

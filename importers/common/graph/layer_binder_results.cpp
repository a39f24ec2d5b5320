// The binder's other end: what a layer's conversion leaves behind.
#include "importers/common/graph/layer_binder.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt {

Type LayerBinder::f32() const { return Float32Type::get(context()); }
Type LayerBinder::i64() const { return IntegerType::get(context(), 64); }

// The layer's own key is that of its result, which is narrowed.
std::string LayerBinder::partKey(StringRef name, Type element) {
  if (name.empty() && isNarrowed(element))
    name = "f32";
  return name.empty() ? key : entry.names.unique(key + "/" + name.str());
}

// The layer's own, unless it goes to what narrows them.
std::string LayerBinder::resultsKey(unsigned results) {
  if (!narrow && entry.names.extend(key, outputCount(), results))
    return key;
  return entry.names.unique(key + "/f32", results);
}

Value LayerBinder::reshapePart(StringRef name, Value input, ArrayRef<nn::Dim> shape) {
  return ok() ? partAs<nn::ReshapeOp>(name, shape, elementOf(input), input) : Value();
}

void LayerBinder::emitReshape(Value input, ArrayRef<nn::Dim> shape) {
  if (ok())
    emitAs<nn::ReshapeOp>(shape, elementOf(input), input);
}

Value LayerBinder::constantPart(StringRef name, RankedTensorType type, const qrt::Tensor &tensor) {
  return ok() ? entry.constant(key + "/" + name.str(), type, tensor) : Value();
}

Value LayerBinder::scalarPart(StringRef name, float value) {
  auto tensor = qrt::Tensor::fromValues<float>({1}, std::span<const float>(&value, 1));
  return constantPart(name, RankedTensorType::get({1}, f32()), tensor);
}

void LayerBinder::leaveKey(Operation *result, StringRef part) {
  entry.rename(result, entry.names.unique(key + "/" + part.str(), result->getNumResults()));
  result->removeAttr(nn::absorbedAttr);
}

void LayerBinder::bindImported(unsigned index, ImportedPtr value) {
  if (index < outputCount() && !source.outputs[index].empty())
    bound[index] = std::move(value);
}

void LayerBinder::bindNarrowed(Value value) {
  if (ok())
    bind(0, create<nn::CastOp>(key, narrow, value));
}

void LayerBinder::bindNew(unsigned index, Imported result) {
  result.name = key;
  bindImported(index, std::make_shared<Imported>(std::move(result)));
}

void LayerBinder::bind(unsigned index, Value value) {
  if (ok())
    bindNew(index, {.value = value, .constant = entry.folded(value)});
}

void LayerBinder::bind(unsigned index, const qrt::Tensor &constant) {
  bindNew(index, {.constant = constant});
}

void LayerBinder::bindReal(unsigned index, Value value) {
  if (!ok() || !isRead(index))
    return;
  if (isNarrowed(elementOf(value)))
    value = part<nn::CastOp>(index == 0 ? "" : "narrowed" + std::to_string(index), narrow, value,
                             BoolAttr());
  bind(index, value);
}

void LayerBinder::bind(unsigned index, const IntTensor &ints) { bindNew(index, {.ints = ints}); }

void LayerBinder::bind(unsigned index, ConstantReader read) {
  bindNew(index, {.read = std::move(read)});
}

void LayerBinder::alias(unsigned outputIndex, unsigned inputIndex) {
  if (ok())
    bindImported(outputIndex, imported(inputIndex));
}

bool LayerBinder::isRead(unsigned output) const {
  return output < outputCount() && !source.outputs[output].empty() &&
         importer.isRead(source.outputs[output]);
}

Conversion LayerBinder::finish() {
  for (unsigned i = 0; i < outputCount(); ++i)
    support(!isRead(i) || bound.count(i) != 0, "output " + Twine(i));
  return {state, std::move(bound)};
}

} // namespace qopt

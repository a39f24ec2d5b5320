#include "importers/tflite/export/graph/layer.h"

#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

void Layer::refuse(const Twine &reason) {
  if (why.empty())
    why = reason.str();
}

TensorIndex Layer::in(Value value, const FileOrder &order) {
  return value ? graph.read(value, order) : noTensor;
}

FileOrder Layer::commonOrder() const {
  FileOrder order;
  int64_t rank = 0;
  for (Value operand : op->getOperands())
    rank = std::max(rank, rankOf(operand));
  for (Value operand : op->getOperands())
    if (FileOrder own = graph.orderOf(operand); int64_t(own.size()) == rank && order.empty())
      order = own;
  return order;
}

TensorIndex Layer::broadcastIn(Value value, const FileOrder &order) {
  const auto rank = int64_t(order.size());
  if (order.empty() || rankOf(value) == rank || rankOf(value) == 0)
    return in(value, rankOf(value) == rank ? order : FileOrder());
  SmallVector<nn::Dim> sizes(size_t(rank - rankOf(value)), nn::staticDim(1));
  llvm::append_range(sizes, nn::symbolicShape(value));
  auto moved = inOrder(ArrayRef<nn::Dim>(sizes), order);
  if (value.getDefiningOp<nn::ConstantOp>() &&
      !isa<quant::UniformQuantizedPerAxisType>(elementOf(value))) {
    std::optional<qrt::Tensor> stored = nn::constantTensor(value);
    if (stored)
      return graph.constant(baseName(value), elementOf(value), inOrder(*stored, order));
  }
  if (!liesAsItIs(sizes, order)) {
    refuse("an operand of fewer dimensions lies across the image's");
    return noTensor;
  }
  return graph.reshaped(in(value), partName("broadcast"), elementOf(value), moved);
}

std::string Layer::partName(StringRef name) const {
  return baseName(op->getResult(0)) + "/" + name.str();
}

TensorIndex Layer::constant(StringRef name, Type element, const qrt::Tensor &elements) {
  return graph.constant(partName(name), element, elements);
}

qrt::Tensor narrowInts(ArrayRef<int64_t> values) {
  auto narrow = llvm::map_to_vector(values, [](int64_t value) { return int32_t(value); });
  return qrt::Tensor::fromValues<int32_t>({int64_t(narrow.size())}, ArrayRef<int32_t>(narrow));
}

TensorIndex Layer::ints(StringRef name, ArrayRef<int64_t> values) {
  return constant(name, IntegerType::get(op->getContext(), 32), narrowInts(values));
}

qrt::Tensor storedNumber(Type element, double value) {
  std::optional<nn::QuantParams> params = nn::quantParams(element);
  if (params)
    value = std::clamp(std::round(value / params->scale) + double(params->zeroPoint),
                       double(params->min), double(params->max));
  qrt::Tensor tensor = qrt::Tensor::allocate(*nn::storageType(element), {});
  qrt::visitElementType(tensor.type(), [&](auto tag) {
    using Type = typename decltype(tag)::Storage;
    tensor.mutableValues<Type>()[0] = Type(float(value));
  });
  return tensor;
}

TensorIndex Layer::scalar(StringRef name, double value, Value like) {
  return constant(name, elementOf(like), storedNumber(elementOf(like), value));
}

static schema::ActivationFunctionType activationOf(Operation *op) {
  using schema::ActivationFunctionType;
  if (isa<nn::ReluOp>(op))
    return ActivationFunctionType::RELU;
  auto clip = dyn_cast<nn::ClipOp>(op);
  if (!clip)
    return ActivationFunctionType::NONE;
  const double low = clip.getMin().convertToDouble(), high = clip.getMax().convertToDouble();
  if (low == 0 && high == 6)
    return ActivationFunctionType::RELU6;
  return low == -1 && high == 1 ? ActivationFunctionType::RELU_N1_TO_1
                                : ActivationFunctionType::NONE;
}

schema::ActivationFunctionType Layer::takeActivation() {
  using schema::ActivationFunctionType;
  Value value = result();
  if (!value.hasOneUse())
    return ActivationFunctionType::NONE;
  Operation *reader = *value.user_begin();
  ActivationFunctionType activation = activationOf(reader);
  if (activation == ActivationFunctionType::NONE ||
      elementOf(value) != elementOf(reader->getResult(0)))
    return ActivationFunctionType::NONE;
  takeResult(reader);
  return activation;
}

void Layer::takeResult(Operation *reader) {
  graph.take(reader);
  written = reader->getResult(0);
}

bool Layer::takeNarrowing() {
  if (!result().hasOneUse())
    return false;
  auto cast = dyn_cast<nn::CastOp>(*result().user_begin());
  if (!cast || !elementOf(cast.getResult()).isInteger(32))
    return false;
  takeResult(cast);
  return true;
}

void Layer::write(schema::BuiltinOperator code, Tensors inputs, const FileOrder &order,
                  schema::BuiltinOptionsUnion options) {
  TensorIndex output = graph.define(result(), order);
  graph.addOperator(code, inputs, {output}, std::move(options));
}

TensorIndex Layer::part(schema::BuiltinOperator code, StringRef name, Tensors inputs, Type element,
                        ArrayRef<nn::Dim> sizes, schema::BuiltinOptionsUnion options) {
  TensorIndex output = graph.intermediate(partName(name), element, sizes);
  graph.addOperator(code, inputs, {output}, std::move(options));
  return output;
}

} // namespace qopt::tflite

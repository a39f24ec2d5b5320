#include "importers/tflite/graph/binder.h"

#include "importers/common/ops/views.h"
#include "importers/tflite/file/tensor_data.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt::tflite {

using qrt::ElementType;

// ---- the file's tensors ----

const schema::Tensor *Binder::inputTensor(unsigned index) const {
  llvm::ArrayRef<int32_t> inputs = elementsOf(op.inputs());
  return index < inputs.size() ? scope.tensor(scope.originOf(inputs[index])) : nullptr;
}

schema::TensorType Binder::typeRead(unsigned index) const {
  llvm::ArrayRef<int32_t> inputs = elementsOf(op.inputs());
  const schema::Tensor *tensor = index < inputs.size() ? scope.tensor(inputs[index]) : nullptr;
  return tensor ? tensor->type() : schema::TensorType::FLOAT32;
}

const schema::Tensor *Binder::outputTensor(unsigned index) const {
  llvm::ArrayRef<int32_t> outputs = elementsOf(op.outputs());
  return index < outputs.size() ? scope.tensor(outputs[index]) : nullptr;
}

std::optional<Steps> Binder::stepsOfTensor(const schema::Tensor *tensor) {
  if (!tensor || !ok())
    return std::nullopt;
  auto steps = stepsOf(*tensor);
  check(steps.status());
  return ok() ? *steps : std::nullopt;
}

std::optional<Steps> Binder::inputSteps(unsigned index) {
  return stepsOfTensor(inputTensor(index));
}
std::optional<Steps> Binder::outputSteps(unsigned index) {
  return stepsOfTensor(outputTensor(index));
}
std::optional<Steps> Binder::intermediateSteps(unsigned index) {
  llvm::ArrayRef<int32_t> inner = elementsOf(op.intermediates());
  return stepsOfTensor(index < inner.size() ? scope.tensor(inner[index]) : nullptr);
}

// ---- inputs ----

// Returns the order of a value that was computed channels first and is seen channels last.
static Order orderBehind(Value value) {
  auto view = value ? value.getDefiningOp<nn::TransposeOp>() : nn::TransposeOp();
  if (!view)
    return {};
  Order order = inverse(Order(view.getPermutation()));
  return order == channelsFirst(rankOf(value)) ? order : Order();
}

Order Binder::orderOf(ArrayRef<unsigned> indices) {
  Order order;
  size_t rank = 0;
  for (unsigned index : indices) {
    ImportedPtr given = imported(index);
    if (!given || given->isConstant() || !given->value)
      continue;
    if (Order behind = orderBehind(given->value); !behind.empty())
      order = behind;
    rank = std::max(rank, size_t(rankOf(given->value)));
  }
  for (unsigned index : indices)
    if (isConstant(index))
      rank = std::max(rank, shapeOf(*this, index).size());
  return order.size() == rank ? order : Order();
}

// A number for all elements broadcasts as it is.
static bool isOneNumber(ArrayRef<int64_t> shape) {
  return shape.empty() || (shape.size() == 1 && shape[0] == 1);
}

Value Binder::inOrder(Value value, const Order &order) {
  if (!ok() || order.empty())
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  if (isOneNumber(type.getShape()))
    return value;
  require(size_t(type.getRank()) <= order.size(), "a value of rank " + Twine(type.getRank()) +
                                                      ", at most " + Twine(order.size()) +
                                                      " is read");
  if (!ok())
    return {};
  const Order last = inverse(order);
  if (auto view = value.getDefiningOp<nn::TransposeOp>())
    if (Order(view.getPermutation()) == last)
      return view.getInput();
  if (size_t(type.getRank()) < order.size()) {
    SmallVector<nn::Dim> dims(order.size() - size_t(type.getRank()), nn::staticDim(1));
    llvm::append_range(dims, dimsOf(value));
    value = reshapePart("broadcast", value, dims);
  }
  return ok() ? part<nn::TransposeOp>("channels_first", elementOf(value), value, order) : Value();
}

Value Binder::constantOf(unsigned index, const qrt::Tensor &tensor,
                         const std::optional<Steps> &steps) {
  support(!steps || qrt::bitWidth(steps->storage) <= 32, "on constant steps of 64 bits");
  check(EntryBuilder::checkShape(llvm::map_to_vector(tensor.shape(), nn::staticDim)));
  if (!ok())
    return {};
  Type element =
      steps ? quantizedType(context(), *steps) : nn::plainElementType(context(), tensor.type());
  return constantPart("constant" + std::to_string(index),
                      RankedTensorType::get(tensor.shape(), element), tensor);
}

Value Binder::stored(unsigned index, const Order &order) {
  std::optional<Steps> steps = inputSteps(index);
  support(!steps || qrt::bitWidth(steps->storage) <= 32, "on steps of 64 bits");
  if (!ok())
    return {};
  if (!isConstant(index)) {
    Value value;
    any(index, value);
    if (!ok())
      return {};
    auto type = cast<RankedTensorType>(value.getType());
    if (steps && isa<BlockArgument>(value) && value.use_empty() && !nn::isQuantized(type))
      value.setType(RankedTensorType::get(type.getShape(), quantizedType(context(), *steps),
                                          type.getEncoding()));
    return inOrder(value, order);
  }
  qrt::Tensor tensor;
  if (!constant(index, tensor).ok())
    return {};
  if (steps && qrt::unpackedType(tensor.type()) != steps->storage)
    steps.reset(); // computed from constants
  tensor = qrt::unpacked(tensor);
  if (!order.empty() && !isOneNumber(tensor.shape())) {
    require(tensor.shape().size() <= order.size(), "a constant of rank " +
                                                       Twine(tensor.shape().size()) + ", at most " +
                                                       Twine(order.size()) + " is read");
    if (!ok())
      return {};
    const int64_t added = int64_t(order.size()) - int64_t(tensor.shape().size());
    if (steps && steps->axis >= 0)
      steps->axis += added;
    steps = steps ? std::optional(permuted(*steps, order)) : steps;
    tensor = qopt::inOrder(tensor, order);
  }
  return constantOf(index, tensor, steps);
}

Value Binder::realOf(unsigned index, Value value) {
  if (!ok())
    return {};
  const std::string name = "real" + std::to_string(index);
  Type element = elementOf(value);
  if (nn::isQuantized(element))
    return part<nn::DequantizeOp>(name, f32(), value);
  if (std::optional<Steps> steps = element.isInteger(32) ? inputSteps(index) : std::nullopt) {
    support(steps->axis < 0 && steps->zeroPoints[0] == 0, "on steps of 32 bits of several kinds");
    Value number = part<nn::CastOp>(name + "/number", f32(), value, BoolAttr());
    return ok() ? part<nn::MulOp>(name, f32(), number,
                                  scalarPart(name + "/scale", float(steps->scales[0])))
                : Value();
  }
  if (nn::isFloat(element) && !element.isF32())
    return part<nn::CastOp>(name, f32(), value, BoolAttr());
  return value;
}

Value Binder::real(unsigned index, const Order &order) {
  return realOf(index, stored(index, order));
}

Values Binder::read(ArrayRef<unsigned> indices) {
  Values values{{}, orderOf(indices)};
  for (unsigned index : indices)
    values.all.push_back(real(index, values.order));
  return values;
}

Values Binder::readStored(ArrayRef<unsigned> indices) {
  Values values{{}, orderOf(indices)};
  for (unsigned index : indices)
    values.all.push_back(stored(index, values.order));
  return values;
}

Value Binder::weights(unsigned index, const Order &order) {
  std::optional<Steps> steps = inputSteps(index);
  if (!steps || !isConstant(index))
    return real(index, order);
  qrt::Tensor tensor;
  if (!constant(index, tensor).ok())
    return {};
  if (qrt::unpackedType(tensor.type()) != steps->storage)
    return real(index, order); // computed from constants
  tensor = asWeights(tensor, *steps);
  if (!order.empty()) {
    require(order.size() == tensor.shape().size(),
            "weights of rank " + Twine(tensor.shape().size()) + ", not " + Twine(order.size()));
    if (!ok())
      return {};
    tensor = qopt::inOrder(tensor, order);
    steps = permuted(*steps, order);
  }
  return realOf(index, constantOf(index, tensor, steps));
}

void Binder::needChannelScales(unsigned weights, unsigned input, int64_t channels) {
  if (!inputSteps(input))
    return;
  std::optional<Steps> steps = inputSteps(weights);
  support(!steps || steps->axis < 0 || steps->axis == channels,
          "with scales along dimension " + Twine(steps ? steps->axis : 0) +
              " of its weights, which is not that of the results' channels");
}

// Steps of i64 that fit 32 bits: sums of 16-bit inputs have such biases.
static qrt::Tensor narrowed(const qrt::Tensor &bias, bool &fits) {
  fits = true;
  if (bias.type() != ElementType::I64)
    return bias;
  qrt::Tensor result = qrt::Tensor::allocate(ElementType::I32, bias.shape());
  for (int64_t i = 0; i < bias.size(); ++i) {
    const int64_t value = bias.values<int64_t>()[i];
    fits &= value >= std::numeric_limits<int32_t>::min() &&
            value <= std::numeric_limits<int32_t>::max();
    result.mutableValues<int32_t>()[i] = int32_t(value);
  }
  return result;
}

Value Binder::bias(unsigned index, unsigned input, unsigned weights) {
  if (!ok() || !has(index))
    return {};
  std::optional<Steps> x = inputSteps(input), w = inputSteps(weights);
  const schema::Tensor *tensor = inputTensor(index);
  const bool isInteger =
      tensor->type() == schema::TensorType::INT32 || tensor->type() == schema::TensorType::INT64;
  if (!isInteger || !x || !w) {
    support(!isInteger, "with an integer bias of values that are not quantized");
    return real(index);
  }
  qrt::Tensor stored;
  if (!constant(index, stored).ok())
    return {};
  bool fits = true;
  stored = narrowed(stored, fits);
  support(fits, "with a bias of more than 32 bits");
  require(w->scales.size() == 1 || int64_t(w->scales.size()) == stored.size(),
          "the bias does not fit the weights' scales");
  Steps steps;
  steps.storage = ElementType::I32;
  steps.least = qrt::lowestOf(ElementType::I32);
  steps.most = qrt::highestOf(ElementType::I32);
  steps.axis = w->scales.size() > 1 ? 0 : -1;
  for (double scale : w->scales)
    steps.scales.push_back(float(x->scales[0]) * float(scale));
  steps.zeroPoints.assign(steps.scales.size(), 0);
  for (double scale : steps.scales)
    support(std::isnormal(float(scale)), "with scales whose product is no normal number");
  return realOf(index, constantOf(index, stored, steps));
}

} // namespace qopt::tflite

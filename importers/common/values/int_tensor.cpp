#include "importers/common/values/int_tensor.h"

#include "llvm/Support/MathExtras.h"

using qopt::nn::Dim;
using qopt::nn::staticDim;

namespace qopt {

IntTensor IntTensor::vector(llvm::ArrayRef<Dim> values, bool wide) {
  IntTensor tensor;
  tensor.shape = {int64_t(values.size())};
  tensor.values.assign(values.begin(), values.end());
  tensor.wide = wide;
  return tensor;
}

IntTensor IntTensor::scalar(Dim value, bool wide) {
  IntTensor tensor = vector(value, wide);
  tensor.shape.clear();
  return tensor;
}

std::optional<IntTensor> IntTensor::of(const qrt::Tensor &tensor) {
  constexpr int64_t most = 4096;
  bool wide = tensor.type() == qrt::ElementType::I64;
  if ((!wide && tensor.type() != qrt::ElementType::I32) || tensor.shape().size() > 1 ||
      tensor.size() > most)
    return std::nullopt;
  IntTensor ints;
  ints.wide = wide;
  ints.shape.assign(tensor.shape().begin(), tensor.shape().end());
  for (int64_t i = 0; i < tensor.size(); ++i)
    ints.values.push_back(
        staticDim(wide ? tensor.values<int64_t>()[i] : tensor.values<int32_t>()[i]));
  return ints;
}

std::optional<llvm::SmallVector<int64_t>> IntTensor::constants() const {
  llvm::SmallVector<int64_t> numbers;
  for (Dim value : values) {
    if (!value.isStatic())
      return std::nullopt;
    numbers.push_back(value.value());
  }
  return numbers;
}

std::optional<qrt::Tensor> IntTensor::tensor() const {
  auto numbers = constants();
  if (!numbers)
    return std::nullopt;
  qrt::Tensor tensor = qrt::Tensor::allocate(wide ? qrt::ElementType::I64 : qrt::ElementType::I32,
                                             qrt::Shape(shape.begin(), shape.end()));
  for (auto [i, number] : llvm::enumerate(*numbers)) {
    if (wide)
      tensor.mutableValues<int64_t>()[i] = number;
    else
      tensor.mutableValues<int32_t>()[i] = int32_t(number);
  }
  return tensor;
}

std::optional<IntShape> broadcastShape(std::initializer_list<llvm::ArrayRef<int64_t>> shapes) {
  IntShape result;
  for (llvm::ArrayRef<int64_t> shape : shapes) {
    if (shape.size() > 1)
      return std::nullopt;
    if (shape.empty() || (shape[0] == 1 && !result.empty()))
      continue;
    if (!result.empty() && result[0] != 1 && result[0] != shape[0])
      return std::nullopt;
    result.assign({shape[0]});
  }
  return result;
}

// Numbers go towards zero; what depends on symbols must not be negative, where that is rounding
// down.
static std::optional<Dim> divide(const Dim &a, const Dim &b) {
  if (!a.isStatic() || !b.isStatic())
    return a.least().value_or(-1) >= 0 ? nn::quotient(a, b) : std::nullopt;
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  if (b.value() == 0 || (b.value() == -1 && a.value() == lowest))
    return std::nullopt;
  return staticDim(a.value() / b.value());
}

std::optional<Dim> combine(IntOp op, const Dim &a, const Dim &b) {
  switch (op) {
  case IntOp::Add: return nn::add(a, b);
  case IntOp::Sub: return nn::subtract(a, b);
  case IntOp::Mul: return nn::multiply(a, b);
  case IntOp::Div: return divide(a, b);
  case IntOp::Max: return nn::greatest(a, b);
  case IntOp::Min: return nn::smallest(a, b);
  }
  llvm_unreachable("all operations are named");
}

std::optional<IntTensor> combine(IntOp op, const IntTensor &a, const IntTensor &b) {
  if (a.wide != b.wide)
    return std::nullopt;
  std::optional<IntShape> shape = broadcastShape({a.shape, b.shape});
  if (!shape)
    return std::nullopt;
  IntTensor result;
  result.shape = *shape;
  result.wide = a.wide;
  for (int64_t i = 0, count = shape->empty() ? 1 : shape->front(); i < count; ++i) {
    auto value = combine(op, a.at(i), b.at(i));
    bool fits = value && (a.wide || (value->isStatic() ? llvm::isInt<32>(value->value()) : true));
    if (!fits)
      return std::nullopt;
    result.values.push_back(*value);
  }
  return result;
}

std::optional<Dim> combineAll(IntOp op, llvm::ArrayRef<Dim> values) {
  if (values.empty())
    return std::nullopt;
  std::optional<Dim> joined = values.front();
  for (size_t i = 1; joined && i < values.size(); ++i)
    joined = combine(op, *joined, values[i]);
  return joined;
}

} // namespace qopt

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
    numbers.push_back(value.offset);
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

// Exact only: a quotient that rounds differently for some batch has no linear form.
static std::optional<Dim> divide(Dim a, Dim b) {
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  if (a == b && !b.isStatic())
    return staticDim(1);
  if (!b.isStatic() || b.offset == 0 ||
      (b.offset == -1 && (a.offset == lowest || a.scale == lowest)))
    return std::nullopt;
  if (a.isStatic())
    return staticDim(a.offset / b.offset);
  if (a.scale % b.offset != 0 || a.offset % b.offset != 0)
    return std::nullopt;
  return Dim{a.scale / b.offset, a.offset / b.offset};
}

std::optional<Dim> combine(IntOp op, Dim a, Dim b) {
  Dim result;
  switch (op) {
  case IntOp::Add:
    if (llvm::AddOverflow(a.scale, b.scale, result.scale) ||
        llvm::AddOverflow(a.offset, b.offset, result.offset))
      return std::nullopt;
    return result;
  case IntOp::Sub:
    if (llvm::SubOverflow(a.scale, b.scale, result.scale) ||
        llvm::SubOverflow(a.offset, b.offset, result.offset))
      return std::nullopt;
    return result;
  case IntOp::Mul: return nn::multiply(a, b);
  case IntOp::Div: return divide(a, b);
  }
  llvm_unreachable("all operations are named");
}

std::optional<IntTensor> combine(IntOp op, const IntTensor &a, const IntTensor &b) {
  if (a.wide != b.wide)
    return std::nullopt;
  const IntTensor &longer =
      a.shape.size() < b.shape.size() || (a.shape.size() == b.shape.size() && a.values.size() == 1)
          ? b
          : a;
  size_t count = longer.values.size();
  if ((a.values.size() != count && a.values.size() != 1) ||
      (b.values.size() != count && b.values.size() != 1))
    return std::nullopt;
  IntTensor result = longer;
  for (size_t i = 0; i < count; ++i) {
    auto value =
        combine(op, a.values[a.values.size() == 1 ? 0 : i], b.values[b.values.size() == 1 ? 0 : i]);
    bool fits = value && (a.wide || (value->isStatic() ? llvm::isInt<32>(value->offset) : true));
    if (!fits)
      return std::nullopt;
    result.values[i] = *value;
  }
  return result;
}

} // namespace qopt

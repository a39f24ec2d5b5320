#include "tools/libqopt/flows/explain/stored_parameters.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"

using namespace mlir;
using namespace qrt;

namespace qopt::run {

static std::optional<unsigned> constantOf(Operation *op, nn::OperandRole role) {
  if (!isa<nn::QuantizationRuleOpInterface>(op))
    return std::nullopt;
  const nn::QuantizationRule rule = ruleOf(op);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (i < rule.operands.size() && rule.operands[i] == role &&
        operand.getDefiningOp<nn::ConstantOp>())
      return unsigned(i);
  return std::nullopt;
}

std::optional<unsigned> constantWeights(Operation *op) {
  return constantOf(op, nn::OperandRole::Weight);
}

std::optional<unsigned> constantBias(Operation *op) {
  return constantOf(op, nn::OperandRole::Bias);
}

namespace {

/// Gives the scale and zero point of each element of a constant.
class StoredSteps {
public:
  explicit StoredSteps(Type type) {
    Type element = getElementTypeOrSelf(type);
    shape = llvm::to_vector(cast<RankedTensorType>(type).getShape());
    if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element)) {
      scales.assign(perAxis.getScales().begin(), perAxis.getScales().end());
      zeros.assign(perAxis.getZeroPoints().begin(), perAxis.getZeroPoints().end());
      const auto axis = size_t(perAxis.getQuantizedDimension());
      for (size_t i = axis + 1; i < shape.size(); ++i)
        inner *= shape[i];
    } else if (std::optional<nn::QuantParams> params = nn::quantParams(element)) {
      scales = {params->scale};
      zeros = {params->zeroPoint};
    }
  }
  bool areKnown() const { return !scales.empty(); }
  float real(int64_t place, int64_t step) const {
    const auto channel = size_t(place / inner) % scales.size();
    return float(scales[channel] * double(step - zeros[channel]));
  }

private:
  SmallVector<int64_t> shape;
  SmallVector<double> scales;
  SmallVector<int64_t> zeros;
  int64_t inner = 1;
};

template <typename T>
Tensor asReal(const Tensor &stored, llvm::function_ref<float(int64_t, int64_t)> real) {
  Tensor result = Tensor::allocate(ElementType::F32, stored.shape());
  auto to = result.mutableValues<float>();
  for (auto [i, value] : llvm::enumerate(stored.values<T>()))
    to[i] = real(int64_t(i), int64_t(value));
  return result;
}

std::optional<Tensor> asReal(const Tensor &stored,
                             llvm::function_ref<float(int64_t, int64_t)> real) {
  using Convert = Tensor (*)(const Tensor &, llvm::function_ref<float(int64_t, int64_t)>);
  static constexpr std::pair<ElementType, Convert> known[] = {
      {ElementType::I8, asReal<int8_t>},   {ElementType::U8, asReal<uint8_t>},
      {ElementType::I16, asReal<int16_t>}, {ElementType::I32, asReal<int32_t>},
      {ElementType::I64, asReal<int64_t>},
  };
  for (auto [type, convert] : known)
    if (stored.type() == type)
      return convert(stored, real);
  return std::nullopt;
}

} // namespace

std::optional<Tensor> realConstant(Value value) {
  std::optional<Tensor> stored = nn::constantTensor(value);
  if (!stored || nn::isF32(value.getType()))
    return stored;
  const StoredSteps steps(value.getType());
  if (!steps.areKnown())
    return std::nullopt;
  return asReal(*stored, [&](int64_t i, int64_t step) { return steps.real(i, step); });
}

std::optional<Tensor> realBias(Operation *layer, int64_t count) {
  const std::optional<unsigned> place = constantBias(layer), weights = constantWeights(layer);
  if (!weights)
    return std::nullopt;
  if (!place)
    return Tensor::allocate(ElementType::F32, {count});
  Value bias = layer->getOperand(*place);
  if (nn::isF32(bias.getType()) || nn::isQuantized(bias.getType()))
    return realConstant(bias);
  const std::optional<nn::QuantParams> input = nn::quantParams(layer->getOperand(0).getType());
  const nn::WeightScales scales = nn::weightScales(layer->getOperand(*weights).getType());
  std::optional<Tensor> stored = nn::constantTensor(bias);
  if (!input || !stored || scales.scales.empty())
    return std::nullopt;
  return asReal(*stored, [&](int64_t i, int64_t step) {
    return float(double(step) * input->scale * scales.scales[size_t(i) % scales.scales.size()]);
  });
}

} // namespace qopt::run

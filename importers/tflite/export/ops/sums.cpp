#include "importers/tflite/export/ops/sums.h"

#include "importers/tflite/export/file/tensor_type.h"
#include "ir/values/weights.h"

#include <cstring>

using namespace mlir;

namespace qopt::tflite {

using qrt::ElementType;

static constexpr llvm::StringLiteral byProfile =
    "; quantize it with --insert-quant=\"profile=tflite …\"";

static ElementType storageOf(Value value) { return *nn::storageType(elementOf(value)); }

bool takesSum(Layer &b, Value x, Value weights, Value bias) {
  Value y = b.op->getResult(0);
  const bool isFloat =
      nn::isF32(x.getType()) && nn::isF32(weights.getType()) && nn::isF32(y.getType());
  if (isFloat)
    return true;
  if (!nn::isQuantized(x.getType()) || !nn::isQuantized(weights.getType()))
    b.refuse("on such elements");
  else if (!nn::isQuantized(y.getType()))
    b.refuse(Twine("whose sums of steps become floats at once") + byProfile);
  else if (qrt::byteWidth(storageOf(weights)) != 1)
    b.refuse("with weights of more than 8 bits; quantize them with weight-bits=8");
  else if (bias && nn::isF32(bias.getType()))
    b.refuse(Twine("with a float bias of sums of steps") + byProfile);
  return b.ok();
}

// The zero point that kernels assume of weights beside this input, where it moves all of them.
static std::optional<int64_t> moveOf(Value weights, ElementType input) {
  std::optional<nn::QuantParams> params = nn::quantParams(weights.getType());
  const bool isByte = input == ElementType::U8;
  if (!isByte && storageOf(weights) == ElementType::U8 && params && params->zeroPoint == 128)
    return -128;
  if (isByte && storageOf(weights) == ElementType::I8 && params && params->zeroPoint == 0)
    return 128;
  return std::nullopt;
}

static TensorIndex movedWeights(Layer &b, Value weights, int64_t by, const FileOrder &order) {
  qrt::Tensor stored = *nn::constantTensor(weights);
  nn::QuantParams params = *nn::quantParams(weights.getType());
  const bool toByte = by > 0;
  qrt::Tensor steps =
      qrt::Tensor::allocate(toByte ? ElementType::U8 : ElementType::I8, stored.shape());
  auto *to = static_cast<uint8_t *>(steps.mutableData());
  const auto *from = static_cast<const uint8_t *>(stored.data());
  for (int64_t i = 0; i < steps.size(); ++i)
    to[i] = uint8_t(from[i] ^ 0x80); // either way the highest bit changes
  params.storage = steps.type();
  params.zeroPoint += by;
  params.min = qrt::lowestOf(params.storage);
  params.max = qrt::highestOf(params.storage);
  return b.graph.constant(baseName(weights), nn::quantType(weights.getContext(), params),
                          order.empty() ? steps : inOrder(steps, order));
}

TensorIndex weightsIn(Layer &b, Value weights, Value x, const FileOrder &order) {
  if (!nn::isQuantized(x.getType()))
    return b.in(weights, order);
  const ElementType input = storageOf(x);
  if (std::optional<int64_t> by = moveOf(weights, input); by && nn::constantTensor(weights))
    return movedWeights(b, weights, *by, order);
  const nn::WeightScales scales = nn::weightScales(weights.getType());
  if (input == ElementType::U8 && (scales.axis >= 0 || storageOf(weights) != ElementType::U8)) {
    b.refuse("of bytes without sign under weights by channel, or with a sign");
    return noTensor;
  }
  if (input != ElementType::U8 && storageOf(weights) == ElementType::U8) {
    b.refuse("of steps with a sign under weights without");
    return noTensor;
  }
  return b.in(weights, order);
}

// A tensor of the scale s_x·s_w.
static TensorIndex stepsOfSum(Layer &b, const std::string &name, Type element,
                              const qrt::Tensor &stored, Value x, Value weights) {
  std::string why;
  schema::TensorT tensor = tensorOf(name, element, {nn::staticDim(stored.size())}, why);
  tensor.quantization = std::make_unique<schema::QuantizationParametersT>();
  const auto input = float(nn::quantParams(x.getType())->scale);
  for (double scale : nn::weightScales(weights.getType()).scales) {
    tensor.quantization->scale.push_back(input * float(scale));
    tensor.quantization->zero_point.push_back(0);
  }
  return b.graph.draft.addConstant(std::move(tensor), stored);
}

TensorIndex biasIn(Layer &b, Value bias, Value x, Value weights) {
  if (!bias)
    return noTensor;
  if (!nn::isQuantized(x.getType()))
    return b.in(bias);
  std::optional<qrt::Tensor> stored = nn::constantTensor(bias);
  if (!stored || storageOf(bias) == ElementType::F32) {
    b.refuse("with a bias that is no constant integer");
    return noTensor;
  }
  return stepsOfSum(b, baseName(bias), elementOf(bias), *stored, x, weights);
}

TensorIndex zeroBias(Layer &b, int64_t channels, Value x, Value weights) {
  const bool isWide = nn::isQuantized(x.getType()) && qrt::byteWidth(storageOf(x)) == 2;
  const ElementType type = !nn::isQuantized(x.getType()) ? ElementType::F32
                           : isWide                      ? ElementType::I64
                                                         : ElementType::I32;
  qrt::Tensor zeros = qrt::Tensor::allocate(type, {channels});
  std::memset(zeros.mutableData(), 0, zeros.bytes());
  if (type == ElementType::F32)
    return b.constant("bias", elementOf(x), zeros);
  Type element = IntegerType::get(b.op->getContext(), isWide ? 64 : 32);
  return stepsOfSum(b, b.partName("bias"), element, zeros, x, weights);
}

} // namespace qopt::tflite

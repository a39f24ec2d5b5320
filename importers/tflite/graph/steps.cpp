#include "importers/tflite/graph/steps.h"

#include "importers/tflite/file/tensor_data.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

using qrt::ElementType;
using qrt::invalidArgument;
using qrt::Status;

static bool holdsSteps(ElementType type) {
  return qrt::isInteger(type) && (qrt::bitWidth(type) <= 16 || qrt::isSigned(type));
}

static Status readZeroPoints(const schema::QuantizationParameters &q, Steps &steps) {
  llvm::ArrayRef<int64_t> zeros = elementsOf(q.zero_point());
  if (zeros.size() > 1 && zeros.size() != steps.scales.size())
    return invalidArgument(std::to_string(zeros.size()) + " zero points do not fit " +
                           std::to_string(steps.scales.size()) + " scales");
  const int64_t single = zeros.size() == 1 ? zeros[0] : 0;
  for (size_t i = 0; i < steps.scales.size(); ++i) {
    const int64_t zero = zeros.size() > 1 ? zeros[i] : single;
    if (zero < steps.least || zero > steps.most)
      return invalidArgument("zero point " + std::to_string(zero) + " lies outside its type");
    steps.zeroPoints.push_back(zero);
  }
  return {};
}

static Status readAxis(const schema::Tensor &tensor, Steps &steps) {
  if (steps.scales.size() <= 1)
    return {};
  llvm::ArrayRef<int32_t> shape = elementsOf(tensor.shape());
  const int64_t axis = tensor.quantization()->quantized_dimension();
  if (axis < 0 || axis >= int64_t(shape.size()))
    return invalidArgument("quantized_dimension " + std::to_string(axis) +
                           " names no dimension of rank " + std::to_string(shape.size()));
  if (shape[size_t(axis)] != int64_t(steps.scales.size()))
    return invalidArgument(std::to_string(steps.scales.size()) + " scales do not fit dimension " +
                           std::to_string(axis) + " of size " +
                           std::to_string(shape[size_t(axis)]));
  steps.axis = axis;
  return {};
}

qrt::Expected<std::optional<Steps>> stepsOf(const schema::Tensor &tensor) {
  const schema::QuantizationParameters *q = tensor.quantization();
  std::optional<ElementType> type = elementTypeOf(tensor.type());
  if (q && q->details_type() != schema::QuantizationDetails::NONE)
    return Status(qrt::StatusCode::Unsupported,
                  std::string("quantized by ") +
                      schema::EnumNameQuantizationDetails(q->details_type()));
  llvm::ArrayRef<float> scales = q ? elementsOf(q->scale()) : llvm::ArrayRef<float>();
  if (scales.empty() || !type || !holdsSteps(*type))
    return std::optional<Steps>();
  Steps steps;
  steps.least = qrt::lowestOf(*type);
  steps.most = qrt::highestOf(*type);
  steps.storage = qrt::unpackedType(*type);
  for (float scale : scales) {
    if (!std::isnormal(scale) || scale <= 0)
      return Status(qrt::StatusCode::Unsupported,
                    "with a scale of " + std::to_string(scale) + ", not a normal positive number");
    steps.scales.push_back(scale);
  }
  if (Status status = readZeroPoints(*q, steps); !status.ok())
    return status;
  if (Status status = readAxis(tensor, steps); !status.ok())
    return status;
  return std::optional<Steps>(steps);
}

Steps permuted(Steps steps, ArrayRef<int64_t> order) {
  if (steps.axis >= 0)
    steps.axis = llvm::find(order, steps.axis) - order.begin();
  return steps;
}

Type quantizedType(MLIRContext *context, const Steps &steps) {
  if (steps.axis < 0)
    return nn::quantType(
        context, {steps.scales[0], steps.zeroPoints[0], steps.least, steps.most, steps.storage});
  return quant::UniformQuantizedPerAxisType::get(
      qrt::isSigned(steps.storage) ? quant::QuantizationFlags::Signed : 0,
      IntegerType::get(context, unsigned(qrt::bitWidth(steps.storage))), Float32Type::get(context),
      steps.scales, steps.zeroPoints, int32_t(steps.axis), steps.least, steps.most);
}

qrt::Tensor asWeights(const qrt::Tensor &stored, Steps &parameters) {
  qrt::Tensor steps = qrt::unpacked(stored);
  const bool isAround128 = steps.type() == ElementType::U8 &&
                           llvm::all_of(parameters.zeroPoints, [](int64_t z) { return z == 128; });
  if (isAround128) {
    qrt::Tensor shifted = qrt::Tensor::allocate(ElementType::I8, steps.shape());
    for (int64_t i = 0; i < steps.size(); ++i)
      shifted.mutableValues<int8_t>()[i] = int8_t(steps.values<uint8_t>()[i] - 128);
    steps = shifted;
    parameters.storage = ElementType::I8;
    parameters.least = qrt::lowestOf(ElementType::I8);
    parameters.most = qrt::highestOf(ElementType::I8);
    llvm::fill(parameters.zeroPoints, 0);
  }
  const bool isSymmetric = qrt::isSigned(parameters.storage) &&
                           qrt::bitWidth(parameters.storage) <= 16 &&
                           llvm::all_of(parameters.zeroPoints, [](int64_t z) { return z == 0; });
  const bool hasLowest = qrt::visitValues(steps, [&](auto values) {
    return llvm::any_of(values, [&](auto value) { return int64_t(value) == parameters.least; });
  });
  if (isSymmetric && !hasLowest)
    parameters.least = -parameters.most;
  return steps;
}

} // namespace qopt::tflite

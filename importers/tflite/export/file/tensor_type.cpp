#include "importers/tflite/export/file/tensor_type.h"

#include "ir/types/quant_type.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qopt::tflite {

Type elementInOrder(Type element, const FileOrder &order) {
  auto axes = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (!axes || order.empty())
    return element;
  return quant::UniformQuantizedPerAxisType::get(
      axes.getFlags(), axes.getStorageType(), axes.getExpressedType(), axes.getScales(),
      axes.getZeroPoints(), int32_t(placeOf(axes.getQuantizedDimension(), order)),
      axes.getStorageTypeMin(), axes.getStorageTypeMax());
}

static std::unique_ptr<schema::QuantizationParametersT> parametersOf(Type element) {
  auto parameters = std::make_unique<schema::QuantizationParametersT>();
  if (auto axes = dyn_cast<quant::UniformQuantizedPerAxisType>(element)) {
    for (double scale : axes.getScales())
      parameters->scale.push_back(float(scale));
    parameters->zero_point.assign(axes.getZeroPoints().begin(), axes.getZeroPoints().end());
    parameters->quantized_dimension = axes.getQuantizedDimension();
    return parameters;
  }
  const nn::QuantParams params = *nn::quantParams(element);
  parameters->scale = {float(params.scale)};
  parameters->zero_point = {params.zeroPoint};
  return parameters;
}

schema::TensorT tensorOf(const std::string &name, Type element, ArrayRef<nn::Dim> sizes,
                         std::string &why) {
  schema::TensorT tensor;
  tensor.name = name;
  std::optional<qrt::ElementType> storage = nn::storageType(element);
  std::optional<schema::TensorType> type = storage ? tensorTypeOf(*storage) : std::nullopt;
  if (!type)
    why = "TFLite has no such elements";
  tensor.type = type.value_or(schema::TensorType::FLOAT32);
  bool isOpen = false;
  for (const nn::Dim &size : sizes) {
    if (size.isStatic() && !llvm::isInt<32>(size.value()))
      why = "a size of " + std::to_string(size.value()) + ", where TFLite has 32 bits";
    isOpen |= !size.isStatic();
    tensor.shape.push_back(size.isStatic() ? int32_t(size.value()) : 1);
    tensor.shape_signature.push_back(size.isStatic() ? int32_t(size.value()) : -1);
  }
  if (!isOpen)
    tensor.shape_signature.clear();
  if (nn::isQuantized(element))
    tensor.quantization = parametersOf(element);
  return tensor;
}

} // namespace qopt::tflite

#include "importers/onnx/ops/quantize/steps_typed.h"

#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

// Integers of any width, widened.
static SmallVector<int64_t> integers(const qrt::Tensor &tensor) {
  return qrt::visitValues(qrt::unpacked(tensor), [](auto values) {
    return SmallVector<int64_t>(values.begin(), values.end());
  });
}

// Kernels compute with these; 32 bits are held by constants and copies.
static bool isTypedStorage(qrt::ElementType type) {
  return qrt::isInteger(type) && (qrt::bitWidth(type) <= 16 || type == qrt::ElementType::I32);
}

void checkScale(Binder &b, double scale) {
  b.require(std::isnormal(float(scale)) && scale > 0,
            "a scale is " + Twine(std::to_string(scale)) + ", not a normal positive number");
}

bool hasTypedParameters(Binder &b, const Quantized &q, qrt::ElementType storage) {
  if (q.block != 0 || !b.isConstant(q.scale) || (b.has(q.zero) && !b.isConstant(q.zero)))
    return false;
  return isTypedStorage(b.has(q.zero) ? storedType(b, q.zero).value_or(storage) : storage);
}

static void readZeroPoints(Binder &b, const Quantized &q, StepParameters &params) {
  params.zeroPoints.assign(params.scales.size(), 0);
  qrt::Tensor zeros;
  if (!b.ok() || !b.has(q.zero) || !b.constant(q.zero, zeros).ok())
    return;
  b.require(zeros.size() == int64_t(params.scales.size()),
            "scale and zero point have different sizes");
  if (!b.ok())
    return;
  params.storage = zeros.type();
  params.zeroPoints = integers(zeros);
  b.bounded(params.zeroPoints, qrt::lowestOf(params.storage), qrt::highestOf(params.storage),
            "zero point");
}

StepParameters readParameters(Binder &b, const Quantized &q, ArrayRef<nn::Dim> shape,
                              qrt::ElementType storage) {
  StepParameters params;
  params.storage = storage;
  qrt::Tensor scale;
  if (!b.reals(q.scale, scale).ok())
    return params;
  b.require(scale.shape().size() <= 1 && scale.size() >= 1, "scale must be a number or a vector");
  if (!b.ok())
    return params;
  for (float one : scale.values<float>()) {
    checkScale(b, one);
    params.scales.push_back(one);
  }
  // One scale is per tensor, even where it is written as a vector of one.
  int64_t axis = q.axis;
  if (scale.size() > 1 && b.axis(axis, int64_t(shape.size())).ok())
    params.axis = axis;
  readZeroPoints(b, q, params);
  if (b.ok())
    b.require(params.axis < 0 || shape[params.axis] == nn::staticDim(params.scales.size()),
              Twine(params.scales.size()) + " scales do not fit " + nn::toString(shape));
  return params;
}

Type typeOf(Binder &b, const StepParameters &params, bool narrow) {
  int64_t least = qrt::lowestOf(params.storage), most = qrt::highestOf(params.storage);
  if (narrow)
    least = -most;
  if (params.axis < 0)
    return nn::quantType(b.context(),
                         {params.scales[0], params.zeroPoints[0], least, most, params.storage});
  bool isSigned = qrt::isSigned(params.storage);
  return quant::UniformQuantizedPerAxisType::get(
      isSigned ? quant::QuantizationFlags::Signed : 0,
      IntegerType::get(b.context(), unsigned(qrt::bitWidth(params.storage))), b.f32(),
      params.scales, params.zeroPoints, params.axis, least, most);
}

// Weights: unsigned ones around 128 are signed ones around 0, and where the
// lowest step does not occur the type says so, as for weights made here.
static qrt::Tensor normalized(const qrt::Tensor &weights, StepParameters &params, bool &narrow) {
  qrt::Tensor steps = weights;
  bool shifts = weights.type() == qrt::ElementType::U8 &&
                llvm::all_of(params.zeroPoints, [](int64_t z) { return z == 128; });
  if (shifts) {
    steps = qrt::Tensor::allocate(qrt::ElementType::I8, weights.shape());
    for (int64_t i = 0; i < weights.size(); ++i)
      steps.mutableValues<int8_t>()[i] = int8_t(weights.values<uint8_t>()[i] - 128);
    params.storage = qrt::ElementType::I8;
    llvm::fill(params.zeroPoints, 0);
  }
  int64_t least = qrt::lowestOf(params.storage);
  narrow = qrt::isSigned(params.storage) && qrt::bitWidth(params.storage) <= 16 &&
           llvm::all_of(params.zeroPoints, [](int64_t z) { return z == 0; }) &&
           !llvm::is_contained(integers(steps), least);
  return steps;
}

Value typedConstant(Binder &b, StringRef name, const qrt::Tensor &stored, StepParameters params) {
  if (!b.ok())
    return {};
  b.require(stored.type() == params.storage, "the zero point's type differs from the input's");
  b.check(EntryBuilder::checkShape(llvm::map_to_vector(stored.shape(), nn::staticDim)));
  if (!b.ok())
    return {};
  bool narrow = false;
  qrt::Tensor steps = normalized(qrt::unpacked(stored), params, narrow);
  auto type = RankedTensorType::get(steps.shape(), typeOf(b, params, narrow));
  return b.constantPart(joined(name, "quantized"), type, steps);
}

} // namespace qopt::onnx

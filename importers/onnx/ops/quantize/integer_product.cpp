#include "importers/onnx/ops/quantize/integer_product.h"

#include "importers/common/ops/views.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

bool isOneElement(Binder &b, unsigned index) {
  return !b.has(index) || nn::productOf(shapeOf(b, index)) == nn::staticDim(1);
}
bool isOneElement(Value value) {
  return !value || nn::productOf(nn::symbolicShape(value)) == nn::staticDim(1);
}

Steps plainSteps(Binder &b, StringRef name, const Quantized &q) {
  Steps steps{plainPart(b, name, q.steps), {}, {}};
  if (b.has(q.scale))
    b.input(q.scale, steps.scale);
  if (b.has(q.zero))
    b.any(q.zero, steps.zero);
  if (!b.ok())
    return {};
  std::optional<qrt::ElementType> type = nn::storageType(steps.value.getType());
  b.support(type && qrt::is8Bit(*type), "of steps that have not 8 bits");
  b.require(!steps.zero || elementOf(steps.zero) == elementOf(steps.value),
            "the zero point's type differs from the input's");
  return steps;
}

Value centeredPart(Binder &b, StringRef name, Value x, Value zero) {
  Type i16 = IntegerType::get(b.context(), 16);
  x = b.part<nn::CastOp>(zero ? joined(name, "wide") : name.str(), i16, x, BoolAttr());
  if (!zero)
    return x;
  zero = b.part<nn::CastOp>(joined(name, "zero"), i16, zero, BoolAttr());
  return b.part<nn::SubOp>(name, i16, x, zero);
}

// One zero point a row: a column of them.
static Value asColumn(Binder &b, StringRef name, Value zero) {
  if (!b.ok() || !zero || rankOf(zero) != 1 || isOneElement(zero))
    return zero;
  return b.reshapePart(name, zero, {dimsOf(zero)[0], nn::staticDim(1)});
}

Value integerSum(Binder &b, StringRef name, const Steps &a, const Steps &right) {
  if (!b.ok())
    return {};
  Type i32 = IntegerType::get(b.context(), 32), i64 = b.i64();
  nn::Dim length = dimsOf(a.value).back(), otherLength = dimsOf(right.value).rbegin()[1];
  length = length.isStatic() ? length : otherLength;
  b.support(length.isStatic(), "of sums whose length varies; give --shape");
  if (!b.ok())
    return {};
  // Longer ones may leave 32 bits, and wrap.
  bool isShort = length.value() <= int64_t(1) << 15;
  if (isShort && isOneElement(a.zero) && isOneElement(right.zero)) {
    auto [first, second] = alignFactors(b, a.value, right.value);
    return b.part<nn::MatmulOp>(name, i32, first, second, Value(), a.zero, right.zero, Value(),
                                Value(), Value(), Value(), /*transpose_b=*/false);
  }
  Value left = centeredPart(b, joined(name, "a"), a.value, asColumn(b, "zero_column", a.zero));
  Value other = centeredPart(b, joined(name, "b"), right.value, right.zero);
  auto [first, second] = alignFactors(b, left, other);
  Value sum = b.part<nn::MatmulOp>(joined(name, "wide"), i64, first, second, Value(), false);
  return b.part<nn::CastOp>(name, i32, sum, BoolAttr());
}

Value scaledSum(Binder &b, StringRef name, const Steps &a, const Steps &right, Value bias) {
  if (!b.ok())
    return {};
  b.support(isOneElement(a.scale), "with a scale for each row");
  b.support(rankOf(a.value) >= 2 && rankOf(right.value) >= 2, "of a vector");
  bool fits = rankOf(right.scale) <= 1 || isOneElement(right.scale);
  if (fits && isOneElement(a.zero) && isOneElement(right.zero)) {
    auto [first, second] = alignFactors(b, a.value, right.value);
    return b.part<nn::MatmulOp>(name, b.f32(), first, second, bias, a.zero, right.zero, a.scale,
                                right.scale, Value(), Value(), /*transpose_b=*/false);
  }
  Value sum = integerSum(b, joined(name, "sum"), a, right);
  sum = b.part<nn::CastOp>(joined(name, "number"), b.f32(), sum, BoolAttr());
  Value m = b.part<nn::MulOp>(joined(name, "scale"), b.f32(), a.scale, right.scale);
  Value y = b.part<nn::MulOp>(bias ? joined(name, "scaled") : name.str(), b.f32(), sum, m);
  return bias ? b.part<nn::AddOp>(name, b.f32(), y, bias) : y;
}

Value realProduct(Binder &b, StringRef name, const Quantized &a, const Quantized &right,
                  Value bias) {
  auto isTyped = [&](const Quantized &q) {
    std::optional<qrt::ElementType> stored = storedType(b, q.steps);
    return stored && hasTypedParameters(b, q, *stored);
  };
  if (!isTyped(a) || !isTyped(right)) {
    Steps left = plainSteps(b, joined(name, "a"), a);
    return scaledSum(b, name, left, plainSteps(b, joined(name, "b"), right), bias);
  }
  Value first = realPart(b, joined(name, "a"), a), second = realPart(b, joined(name, "b"), right);
  return b.part<nn::MatmulOp>(name, b.f32(), first, second, bias, /*transpose_b=*/false);
}

} // namespace qopt::onnx

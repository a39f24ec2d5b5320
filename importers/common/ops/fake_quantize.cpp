#include "importers/common/ops/fake_quantize.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;

namespace qopt {

// The narrowest integers that hold the steps; none where 32 bits do not.
static std::optional<qrt::ElementType> storageOf(const FakeQuant &q) {
  using enum qrt::ElementType;
  for (qrt::ElementType type : {I8, U8, I16, I32})
    if (q.least >= qrt::lowestOf(type) && q.most <= qrt::highestOf(type) &&
        (q.least < 0 || type != I8))
      return type;
  return std::nullopt;
}

bool isWide(const FakeQuant &q) {
  std::optional<qrt::ElementType> storage = storageOf(q);
  return !storage || qrt::bitWidth(*storage) > 16;
}

static Type typeOf(LayerBinder &b, const FakeQuant &q) {
  qrt::ElementType storage = *storageOf(q);
  if (q.axis < 0)
    return nn::quantType(b.context(), {q.scales[0], q.zeroPoints[0], q.least, q.most, storage});
  return quant::UniformQuantizedPerAxisType::get(
      qrt::isSigned(storage) ? quant::QuantizationFlags::Signed : 0,
      IntegerType::get(b.context(), unsigned(qrt::bitWidth(storage))), b.f32(), q.scales,
      q.zeroPoints, int32_t(q.axis), q.least, q.most);
}

static void checkParameters(LayerBinder &b, const FakeQuant &q, int64_t mostBits) {
  for (double scale : q.scales)
    b.require(std::isnormal(float(scale)) && scale > 0,
              "a scale is " + Twine(std::to_string(scale)) + ", not a normal positive number");
  for (int64_t zero : q.zeroPoints)
    b.support(zero >= q.least && zero <= q.most, "with zero point " + Twine(zero) +
                                                     " outside the steps " + Twine(q.least) +
                                                     " to " + Twine(q.most));
  std::optional<qrt::ElementType> storage = storageOf(q);
  b.support(storage && qrt::bitWidth(*storage) <= mostBits,
            "with steps " + Twine(q.least) + " to " + Twine(q.most) + ", which take more than " +
                Twine(mostBits) + " bits with their sign");
}

Value fakeQuantized(LayerBinder &b, Value x, const FakeQuant &q) {
  if (b.ok())
    checkParameters(b, q, 16);
  if (!b.ok())
    return {};
  Value steps = b.part<nn::QuantizeOp>("steps", typeOf(b, q), x);
  return b.part<nn::DequantizeOp>("", b.f32(), steps);
}

Value dequantizedConstant(LayerBinder &b, const qrt::Tensor &steps, const FakeQuant &q) {
  if (b.ok())
    checkParameters(b, q, 32);
  if (!b.ok())
    return {};
  b.check(EntryBuilder::checkShape(llvm::map_to_vector(steps.shape(), nn::staticDim)));
  if (!b.ok())
    return {};
  Value constant =
      b.constantPart("steps", RankedTensorType::get(steps.shape(), typeOf(b, q)), steps);
  return b.part<nn::DequantizeOp>("", b.f32(), constant);
}

// The channel of element `i` along `axis`.
static size_t channelOf(int64_t i, llvm::ArrayRef<int64_t> shape, int64_t axis) {
  if (axis < 0)
    return 0;
  int64_t inner = 1;
  for (int64_t size : shape.drop_front(size_t(axis) + 1))
    inner *= size;
  return size_t(i / inner % shape[size_t(axis)]);
}

Value wideConstant(LayerBinder &b, const qrt::Tensor &x, const FakeQuant &q) {
  b.support(llvm::all_of(q.zeroPoints, [](int64_t z) { return z == 0; }),
            "with steps of more than 16 bits whose zero point is not 0");
  if (b.ok())
    checkParameters(b, q, 32);
  if (!b.ok())
    return {};
  qrt::Tensor steps = qrt::Tensor::allocate(qrt::ElementType::I32, x.shape());
  for (int64_t i = 0; i < x.size(); ++i) {
    const float scale = float(q.scales[channelOf(i, x.shape(), q.axis)]);
    const float t = std::nearbyint(x.values<float>()[i] / scale);
    // Clamped in f32, 2³¹ − 1 is 2³¹: what reaches the ends has no steps that the formats agree on.
    b.support(std::abs(t) < 0x1p31f && t >= float(q.least) && t <= float(q.most),
              "of a constant whose steps of more than 16 bits saturate");
    if (!b.ok())
      return {};
    steps.mutableValues<int32_t>()[i] = int32_t(t);
  }
  return dequantizedConstant(b, steps, q);
}

} // namespace qopt

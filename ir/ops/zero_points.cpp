#include "ir/ops/zero_points.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::nn {

SmallVector<int64_t> zeroPointsOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto tensor = dyn_cast<quant::UniformQuantizedType>(element))
    return {tensor.getZeroPoint()};
  if (auto channels = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return llvm::to_vector(channels.getZeroPoints());
  return {};
}

bool hasZeroPoints(Type type) {
  return llvm::any_of(zeroPointsOf(type), [](int64_t zero) { return zero != 0; });
}

bool mayHaveZeroPoints(Value weights) {
  return weights.getDefiningOp<ConstantOp>() && qrt::bitWidth(*storageType(weights.getType())) <= 8;
}

// Visits each q − z.
template <typename Visit>
static void forEachCentered(const qrt::Tensor &stored, RankedTensorType type, Visit visit) {
  const SmallVector<int64_t> zeros = zeroPointsOf(type);
  const int64_t axis = weightScales(type).axis;
  const int64_t inner =
      axis < 0 ? 1 : llvm::product_of(type.getShape().drop_front(size_t(axis) + 1));
  qrt::visitValues(stored, [&](auto values) {
    for (size_t i = 0; i < values.size(); ++i)
      visit(i, int64_t(values[i]) - zeros[axis < 0 ? 0 : i / size_t(inner) % zeros.size()]);
  });
}

template <typename To>
static qrt::Tensor centeredAs(qrt::ElementType to, const qrt::Tensor &stored,
                              RankedTensorType type) {
  qrt::Tensor centered = qrt::Tensor::allocate(to, stored.shape());
  std::span<To> values = centered.mutableValues<To>();
  forEachCentered(stored, type, [&](size_t i, int64_t value) { values[i] = To(value); });
  return centered;
}

qrt::Tensor centeredWeights(const qrt::Tensor &stored, RankedTensorType type) {
  bool fits = true;
  forEachCentered(stored, type,
                  [&](size_t, int64_t value) { fits &= value >= -128 && value <= 127; });
  return fits ? centeredAs<int8_t>(qrt::ElementType::I8, stored, type)
              : centeredAs<int16_t>(qrt::ElementType::I16, stored, type);
}

} // namespace qopt::nn

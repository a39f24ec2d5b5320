#include "passes/precision/stored_weights.h"

#include "ir/ops.h"
#include "ir/values/weights.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

int64_t WeightReplacer::replace(const WeightOperand &weights) {
  Value real = weights.operand->get();
  auto type = cast<RankedTensorType>(real.getType());
  Value &stored = known[{real, weights.axis, weights.groups.terms}];
  if (stored && !weights.isTable) {
    weights.operand->set(stored);
    return 0;
  }
  groups = weights.groups;
  steps = weightSteps(*constantTensor(real), groups, scheme);
  base = keyOf(real);
  place = real.getDefiningOp();
  if (weights.isTable) {
    replaceTable(weights.operand->getOwner());
    return steps.tooSmall;
  }
  builder.setInsertionPointAfter(place);
  bool isChannel =
      groups.groups() == 1 && int64_t(steps.scales.size()) == type.getDimSize(weights.axis);
  stored = isChannel ? perChannel(type, weights.axis) : perGroup(type);
  weights.operand->set(stored);
  return steps.tooSmall;
}

// ---- parts ----

Value WeightReplacer::constant(StringRef name, ArrayRef<int64_t> shape, Type element,
                               const qrt::Tensor &tensor) {
  auto reshaped =
      qrt::Tensor::view(tensor.type(), qrt::Shape(shape.begin(), shape.end()), tensor.data());
  return createConstant(builder, place->getLoc(), partName(name),
                        RankedTensorType::get(shape, element), reshaped);
}

// One for each group, where the group's weights have a dimension of 1.
Value WeightReplacer::scales(ArrayRef<int64_t> shape) {
  SmallVector<float> values(steps.scales.begin(), steps.scales.end());
  return constant("scale", shape, builder.getF32Type(),
                  qrt::Tensor::fromValues<float>({int64_t(values.size())}, values));
}

// Null where all are 0.
Value WeightReplacer::zeroPoints(ArrayRef<int64_t> shape) {
  if (llvm::all_of(steps.zeroPoints, [](int64_t z) { return z == 0; }))
    return {};
  SmallVector<int8_t> values(steps.zeroPoints.begin(), steps.zeroPoints.end());
  return constant("zero", shape, storage(),
                  qrt::Tensor::fromValues<int8_t>({int64_t(values.size())}, values));
}

// s · (f32(q) − f32(z)), which broadcast.
Value WeightReplacer::realOf(Value q, Value z, Value s) {
  SymbolicShape shape = symbolicShape(q);
  Type f32 = builder.getF32Type();
  Value real = part<CastOp>("number", shape, f32, q, BoolAttr());
  if (z) {
    z = part<CastOp>("zero_number", symbolicShape(z), f32, z, BoolAttr());
    real = part<SubOp>("centered", shape, f32, real, z);
  }
  return part<MulOp>("blocks", shape, f32, real, s);
}

// Groups as one row of terms, without what fills the last one up.
Value WeightReplacer::withoutFilling(Value blocks, ArrayRef<Dim> before, ArrayRef<Dim> behind) {
  int64_t filled = groups.groups() * groups.group;
  if (filled == groups.terms)
    return blocks;
  SymbolicShape shape(before);
  shape.push_back(staticDim(filled));
  shape.append(behind.begin(), behind.end());
  Value rows = part<ReshapeOp>("filled", shape, builder.getF32Type(), blocks);
  shape[before.size()] = staticDim(groups.terms);
  SmallVector<int64_t> starts(shape.size(), 0), strides(shape.size(), 1);
  return part<SliceOp>("terms", shape, builder.getF32Type(), rows, starts, strides);
}

// ---- layers ----

// The steps lie as the weights did.
Value WeightReplacer::perChannel(RankedTensorType type, int64_t axis) {
  auto element = quant::UniformQuantizedPerAxisType::get(
      quant::QuantizationFlags::Signed, storage(), builder.getF32Type(), steps.scales,
      steps.zeroPoints, int32_t(axis), scheme.lowest(), scheme.highest());
  Value stored = constant("steps", type.getShape(), element, steps.steps);
  return part<DequantizeOp>("dequantized", symbolicShape(type), builder.getF32Type(), stored);
}

Value WeightReplacer::perGroup(RankedTensorType type) {
  SmallVector<int64_t> blocks{groups.outer, groups.groups(), groups.group, groups.inner};
  SmallVector<int64_t> ones{groups.outer, groups.groups(), 1, groups.inner};
  Value q = constant("steps", blocks, storage(), steps.steps);
  Value z = zeroPoints(ones), s = scales(ones);
  Value real =
      withoutFilling(realOf(q, z, s), {staticDim(groups.outer)}, {staticDim(groups.inner)});
  return part<ReshapeOp>("dequantized", symbolicShape(type), builder.getF32Type(), real);
}

// Rows are chosen as steps; what was chosen becomes real.
void WeightReplacer::replaceTable(Operation *op) {
  auto gather = cast<GatherOp>(op);
  SmallVector<int64_t> rows{groups.outer, groups.groups(), groups.group};
  SmallVector<int64_t> ones{groups.outer, groups.groups(), 1};
  builder.setInsertionPoint(gather);
  if (!nameOf(gather).empty())
    base = nameOf(gather).str();
  SymbolicShape chosen = symbolicShape(gather.getIndices());
  auto gathered = [&](StringRef name, Value table) -> Value {
    if (!table)
      return {};
    SymbolicShape shape = chosen, row = symbolicShape(table);
    shape.append(row.begin() + 1, row.end());
    return part<GatherOp>(name, shape, getElementTypeOrSelf(table), table, gather.getIndices(),
                          uint64_t(0));
  };
  Value q = gathered("chosen", constant("steps", rows, storage(), steps.steps));
  Value z = gathered("chosen_zero", zeroPoints(ones));
  Value s = gathered("chosen_scale", scales(ones));
  Value real = withoutFilling(realOf(q, z, s), chosen, {});
  auto result = ReshapeOp::create(builder, gather.getLoc(), gather.getType(), real);
  takeIdentity(result, gather);
  gather.getResult().replaceAllUsesWith(result);
  gather.erase();
}

} // namespace qopt

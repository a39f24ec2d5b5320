#include "ir/ops/geometry.h"

#include "runtime/numerics/types/strides.h"

using namespace mlir;

namespace qopt::nn {

static std::array<int64_t, 2> imageOf(Type type) {
  auto shape = cast<RankedTensorType>(type).getShape();
  return {shape[2], shape[3]};
}

static std::array<int64_t, 2> pair(ArrayRef<int64_t> values) { return {values[0], values[1]}; }

qrt::Conv2dShape geometryOf(Conv2dOp op) {
  auto weights = cast<RankedTensorType>(op.getWeights().getType()).getShape();
  qrt::Conv2dShape shape;
  shape.in = imageOf(op.getInput().getType());
  shape.out = imageOf(op.getType());
  shape.inChannels = weights[1] * op.getGroups();
  shape.outChannels = weights[0];
  shape.groups = op.getGroups();
  shape.window = {
      {weights[2], weights[3]}, pair(op.getStrides()), pair(op.getDilations()), pair(op.getPads())};
  return shape;
}

template <typename Pool> static qrt::Pool2dShape poolShape(Pool op, qrt::PoolKind kind) {
  qrt::Pool2dShape shape;
  shape.kind = kind;
  shape.in = imageOf(op.getInput().getType());
  shape.out = imageOf(op.getType());
  shape.channels = cast<RankedTensorType>(op.getType()).getDimSize(1);
  shape.window = {pair(op.getKernel()), pair(op.getStrides()), pair(op.getDilations()),
                  pair(op.getPads())};
  return shape;
}

qrt::Pool2dShape geometryOf(MaxPool2dOp op) { return poolShape(op, qrt::PoolKind::Max); }
qrt::Pool2dShape geometryOf(AvgPool2dOp op) {
  qrt::Pool2dShape shape = poolShape(op, qrt::PoolKind::Average);
  shape.countIncludePad = op.getCountIncludePad();
  return shape;
}

qrt::QuantizedInput quantizedInput(Type type) {
  if (auto params = quantParams(type))
    return {params->storage, int32_t(params->zeroPoint)};
  return {*storageType(type), 0};
}

std::vector<int64_t> stridesOf(const qrt::Shape &shape) { return qrt::rowMajorStrides(shape); }

} // namespace qopt::nn

#include "ir/ops/geometry.h"

#include "runtime/numerics/types/strides.h"

using namespace mlir;

namespace qopt::nn {

static std::array<int64_t, 2> imageOf(Type type) {
  auto shape = cast<RankedTensorType>(type).getShape();
  return shape.size() == 3 ? std::array{int64_t(1), shape[2]} : std::array{shape[2], shape[3]};
}

// Along y and x. An image of rank 3 is one row, along which `neutral` is taken.
static std::array<int64_t, 2> pair(Type image, ArrayRef<int64_t> values, int64_t neutral = 1) {
  bool isRow = cast<RankedTensorType>(image).getRank() == 3;
  return isRow ? std::array{neutral, values[0]} : std::array{values[0], values[1]};
}

qrt::Conv2dShape geometryOf(Conv2dOp op) {
  auto weights = cast<RankedTensorType>(op.getWeights().getType()).getShape();
  qrt::Conv2dShape shape;
  shape.in = imageOf(op.getInput().getType());
  shape.out = imageOf(op.getType());
  shape.inChannels = weights[1] * op.getGroups();
  shape.outChannels = weights[0];
  shape.groups = op.getGroups();
  Type type = op.getType();
  shape.window = {pair(type, weights.drop_front(2)), pair(type, op.getStrides()),
                  pair(type, op.getDilations()), pair(type, op.getPads(), 0)};
  return shape;
}

template <typename Pool> static qrt::Pool2dShape poolShape(Pool op, qrt::PoolKind kind) {
  qrt::Pool2dShape shape;
  shape.kind = kind;
  shape.in = imageOf(op.getInput().getType());
  shape.out = imageOf(op.getType());
  shape.channels = cast<RankedTensorType>(op.getType()).getDimSize(1);
  Type type = op.getType();
  shape.window = {pair(type, op.getKernel()), pair(type, op.getStrides()),
                  pair(type, op.getDilations()), pair(type, op.getPads(), 0)};
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

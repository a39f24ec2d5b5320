// Borders around a tensor, and between its elements: PAD, PADV2, MIRROR_PAD, DILATE.
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::tflite {

static void readPads(Binder &b, size_t rank, Ints &low, Ints &high) {
  qrt::Tensor pads;
  if (!b.constant(1, pads).ok())
    return;
  b.require(pads.shape() == qrt::Shape{int64_t(rank), 2} && qrt::isInteger(pads.type()),
            "needs two pads for each dimension");
  for (size_t i = 0; b.ok() && i < rank; ++i) {
    low.push_back(qrt::integerAt(pads, int64_t(2 * i)));
    high.push_back(qrt::integerAt(pads, int64_t(2 * i + 1)));
    b.bounded({low.back(), high.back()}, 0, (int64_t(1) << 31) - 1, "pad");
  }
}

static void pad(Binder &b) {
  Ints low, high;
  Values x = b.arity(2, 2).readStored({0});
  if (!b.ok())
    return;
  readPads(b, size_t(rankOf(x[0])), low, high);
  if (!b.ok())
    return;
  Value y = b.part<nn::PadOp>("pad", elementOf(x[0]), x[0], inOrder(low, x.order),
                              inOrder(high, x.order), APFloat(0.0f));
  b.bindStored(0, y, x.order);
}

// The border's value, as nn.pad says it; steps by the real value that they stand for.
static Attribute borderOf(Binder &b, Value x) {
  qrt::Tensor value;
  if (!b.constant(2, value).ok())
    return {};
  b.require(value.size() == 1, "needs one number for its border");
  if (!b.ok())
    return {};
  OpBuilder builder(b.context());
  if (qrt::isFloat(value.type())) {
    qrt::Tensor real;
    b.reals(2, real);
    return b.ok() ? builder.getF32FloatAttr(real.values<float>()[0]) : FloatAttr();
  }
  std::optional<Steps> steps = b.inputSteps(2);
  if (!nn::isQuantized(x.getType()) || !steps)
    return builder.getI64IntegerAttr(qrt::integerAt(value, 0));
  const double step = double(qrt::integerAt(value, 0)) - double(steps->zeroPoints[0]);
  return builder.getF32FloatAttr(float(steps->scales[0] * step));
}

static void padV2(Binder &b) {
  Ints low, high;
  Values x = b.arity(3, 3).readStored({0});
  if (!b.ok())
    return;
  readPads(b, size_t(rankOf(x[0])), low, high);
  Attribute value = borderOf(b, x[0]);
  if (!b.ok())
    return;
  Value y = b.part<nn::PadOp>("pad", elementOf(x[0]), x[0],
                              DenseI64ArrayAttr::get(b.context(), inOrder(low, x.order)),
                              DenseI64ArrayAttr::get(b.context(), inOrder(high, x.order)), value);
  b.bindStored(0, y, x.order);
}

// The elements next to the border, mirrored: with the last one or without.
static void mirrorPad(Binder &b) {
  const auto *said = b.arity(2, 2).options<schema::MirrorPadOptions>();
  b.require(said, "has no options");
  Ints low, high;
  Values x = b.readStored({0});
  if (!b.ok())
    return;
  readPads(b, size_t(rankOf(x[0])), low, high);
  if (!b.ok())
    return;
  if (said->mode() == schema::MirrorPadMode::REFLECT) {
    Value y = b.part<nn::ExtendOp>("pad", elementOf(x[0]), x[0], inOrder(low, x.order),
                                   inOrder(high, x.order), StringRef("reflect"));
    return b.bindStored(0, y, x.order);
  }
  Value y = x[0];
  for (size_t dim = 0; dim < low.size() && b.ok(); ++dim) {
    if (low[dim] == 0 && high[dim] == 0)
      continue;
    const int64_t axis = placeOf(int64_t(dim), x.order);
    SmallVector<nn::Dim> shape = dimsOf(y);
    b.support(shape[size_t(axis)].isStatic(), "along a dimension of open size; give --shape");
    if (!b.ok())
      return;
    const int64_t size = shape[size_t(axis)].value();
    b.require(low[dim] <= size && high[dim] <= size, "a border is wider than the tensor");
    if (!b.ok())
      return;
    qrt::Tensor places =
        qrt::Tensor::allocate(qrt::ElementType::I32, {low[dim] + size + high[dim]});
    for (int64_t i = 0; i < places.size(); ++i) {
      const int64_t at = i - low[dim];
      places.mutableValues<int32_t>()[i] = int32_t(at < 0       ? -1 - at
                                                   : at >= size ? 2 * size - 1 - at
                                                                : at);
    }
    shape[size_t(axis)] = nn::staticDim(places.size());
    Value table = b.constantPart(
        "places", RankedTensorType::get(places.shape(), IntegerType::get(b.context(), 32)), places);
    y = b.partAs<nn::ResampleOp>("mirrored", shape, elementOf(y), y, table, Value(), uint64_t(axis),
                                 uint64_t(0));
  }
  b.bindStored(0, y, x.order);
}

// DILATE puts d − 1 numbers behind each element of a dimension but the last.
static void dilate(Binder &b) {
  Ints steps;
  b.arity(3, 3).ints(1, steps);
  Value x = b.stored(0);
  b.require(!b.ok() || int64_t(steps.size()) == rankOf(x), "needs a step for each dimension");
  b.bounded(steps, 1, 1 << 20, "step");
  Attribute value = b.ok() ? borderOf(b, x) : Attribute();
  for (size_t dim = 0; dim < steps.size() && b.ok(); ++dim) {
    if (steps[dim] == 1)
      continue;
    SmallVector<nn::Dim> shape = dimsOf(x), apart = shape, joined = shape;
    b.support(shape[dim].isStatic() && shape[dim].value() > 0, "along a dimension of open size");
    if (!b.ok())
      return;
    apart.insert(apart.begin() + int64_t(dim) + 1, nn::staticDim(1));
    Ints low(apart.size(), 0), high(apart.size(), 0);
    high[dim + 1] = steps[dim] - 1;
    Value parts = b.reshapePart("elements", x, apart);
    Value padded =
        b.part<nn::PadOp>("apart", elementOf(x), parts, DenseI64ArrayAttr::get(b.context(), low),
                          DenseI64ArrayAttr::get(b.context(), high), value);
    joined[dim] = nn::staticDim(shape[dim].value() * steps[dim]);
    Value row = b.reshapePart("row", padded, joined);
    joined[dim] = nn::staticDim((shape[dim].value() - 1) * steps[dim] + 1);
    x = b.partAs<nn::SliceOp>("dilated", joined, elementOf(x), row, Ints(joined.size(), 0),
                              Ints(joined.size(), 1));
  }
  b.bindStored(0, x);
}

ArrayRef<OpEntry> padOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {PAD, pad}, {PADV2, padV2}, {MIRROR_PAD, mirrorPad}, {DILATE, dilate}};
  return ops;
}

} // namespace qopt::tflite

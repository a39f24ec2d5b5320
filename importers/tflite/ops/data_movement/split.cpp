// Parts of a tensor as outputs of their own: SPLIT, SPLIT_V, UNPACK.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

static void bindParts(Binder &b, const Values &x, int64_t axis, const Ints &sizes) {
  if (!b.ok())
    return;
  auto parts = b.allParts<nn::SplitOp>(unsigned(sizes.size()), elementOf(x[0]), x[0],
                                       uint64_t(placeOf(axis, x.order)), sizes);
  for (auto [i, part] : llvm::enumerate(parts))
    b.bindStored(unsigned(i), part, x.order);
}

static int64_t axisOf(Binder &b, unsigned index, int64_t rank) {
  Ints axes;
  b.ints(index, axes);
  b.require(!b.ok() || axes.size() == 1, "needs one axis");
  if (b.ok())
    b.axis(axes[0], rank);
  return b.ok() ? axes[0] : 0;
}

static void split(Binder &b) {
  b.arity(2, 2);
  SmallVector<nn::Dim> shape = shapeOf(b, 1);
  Values x = b.readStored({1});
  const int64_t axis = axisOf(b, 0, int64_t(shape.size())), count = b.outputCount();
  if (!b.ok())
    return;
  const nn::Dim &size = shape[size_t(axis)];
  b.support(size.isStatic(), "along a dimension of open size; give --shape");
  b.require(!b.ok() || (count > 0 && size.value() % count == 0),
            "into " + Twine(count) + " equal parts, which do not divide the dimension");
  if (b.ok())
    bindParts(b, x, axis, Ints(size_t(count), size.value() / count));
}

static void splitV(Binder &b) {
  Ints sizes;
  b.arity(3, 3).ints(1, sizes);
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  Values x = b.readStored({0});
  const int64_t axis = axisOf(b, 2, int64_t(shape.size()));
  b.require(sizes.size() == b.outputCount(), "has another number of sizes than of outputs");
  if (!b.ok())
    return;
  const nn::Dim &size = shape[size_t(axis)];
  b.support(size.isStatic(), "along a dimension of open size; give --shape");
  int64_t rest = b.ok() ? size.value() : 0;
  for (int64_t one : sizes)
    rest -= std::max<int64_t>(one, 0);
  for (int64_t &one : sizes)
    one = one < 0 ? std::max<int64_t>(rest, 0) : one;
  bindParts(b, x, axis, sizes);
}

static void unpack(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::UnpackOptions>();
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  int64_t axis = said ? said->axis() : 0;
  Value x = b.stored(0);
  if (!b.ok() || !b.axis(axis, int64_t(shape.size())).ok())
    return;
  b.require(shape[size_t(axis)] == nn::staticDim(b.outputCount()),
            "has another number of outputs than elements");
  if (!b.ok())
    return;
  SmallVector<nn::Dim> element = shape;
  element[size_t(axis)] = nn::staticDim(1);
  shape.erase(shape.begin() + axis);
  for (unsigned i = 0; i < b.outputCount() && b.ok(); ++i) {
    if (!b.isRead(i))
      continue;
    Ints starts(element.size(), 0);
    starts[size_t(axis)] = i;
    const std::string name = "part" + std::to_string(i);
    Value part = b.partAs<nn::SliceOp>(name + "/slice", element, elementOf(x), x, starts,
                                       Ints(element.size(), 1));
    if (b.ok())
      b.bindStored(i, b.reshapePart(name, part, shape));
  }
}

ArrayRef<OpEntry> splitOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{SPLIT, split}, {SPLIT_V, splitV}, {UNPACK, unpack}};
  return ops;
}

} // namespace qopt::tflite

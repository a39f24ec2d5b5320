// These operators keep elements under another shape or order: Reshape, Squeeze, ExpandDims,
// Transpose, Pack, Unpack, Concat.
#include "importers/common/graph/free_batch.h"
#include "importers/common/ops/reshaped.h"
#include "importers/common/ops/views.h"
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

static void reshape(Binder &b) {
  IntTensor request;
  b.arity(2, 2).ints(1, request);
  SmallVector<nn::Dim> from = shapeOf(b, 0), to;
  int64_t open = -1;
  for (auto [i, dim] : llvm::enumerate(request.values)) {
    const bool isOpen = dim == nn::staticDim(-1);
    b.require(!isOpen || open < 0, "asks for -1 twice");
    b.require(isOpen || !dim.isStatic() || dim.value() >= 0, "asks for a negative size");
    open = isOpen ? int64_t(i) : open;
    to.push_back(isOpen ? nn::staticDim(1) : dim);
  }
  if (!b.ok())
    return;
  if (b.freesBatch() && b.imported(0)->value)
    followBatch(from, to, open, batchSymbol(*b.imported(0)->value.getParentBlock()));
  const std::string text = nn::toString(from) + " does not fit the shape " + nn::toString(to);
  if (open >= 0) {
    std::optional<nn::Dim> size = openSize(from, to);
    b.require(size.has_value(), text);
    to[size_t(open)] = size.value_or(nn::staticDim(1));
  }
  if (b.ok())
    checkCount(b, from, to, text);
  emitView(b, to);
}

static void squeeze(Binder &b) {
  Ints axes;
  b.arity(1, 1).attr("squeeze_dims", axes).attr("axis", axes);
  SmallVector<nn::Dim> shape = shapeOf(b, 0), kept;
  if (!b.ok() || !b.axes(axes, int64_t(shape.size())).ok())
    return;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    const bool named = llvm::is_contained(axes, int64_t(i));
    if (named)
      b.equal(dim, nn::staticDim(1), "dimension " + Twine(i) + " is not 1");
    if (axes.empty() ? dim != nn::staticDim(1) : !named)
      kept.push_back(dim);
  }
  emitView(b, kept);
}

static void expandDims(Binder &b) {
  Ints axis;
  b.arity(2, 2).ints(1, axis).require(axis.size() == 1, "names no single dimension");
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  if (!b.ok() || !b.axis(axis[0], int64_t(shape.size()) + 1).ok())
    return;
  shape.insert(shape.begin() + axis[0], nn::staticDim(1));
  emitView(b, shape);
}

static void transpose(Binder &b) {
  Value x;
  Ints order;
  b.arity(2, 2).movable(0, x).ints(1, order);
  if (!b.ok())
    return;
  b.require(int64_t(order.size()) == rankOf(x), "perm needs an entry for each dimension");
  if (llvm::equal(order, llvm::seq<int64_t>(0, rankOf(x))))
    return b.alias(0, 0);
  b.emit<nn::TransposeOp>(elementOf(x), x, order);
}

// ---- several values ----

// Joins sizes, where every part is known; false where one is not.
static bool joinInts(Binder &b, unsigned count, bool areScalars) {
  IntTensor joined, next;
  bool isAny = false;
  for (unsigned i = 0; i < count; ++i) {
    if (!b.isKnownInts(i))
      return false;
    isAny |= b.isInts(i);
  }
  if (!isAny)
    return false;
  for (unsigned i = 0; i < count && b.ok(); ++i) {
    b.ints(i, next);
    if (next.shape.size() != (areScalars ? 0u : 1u))
      return false;
    joined.values.append(next.values);
    joined.wide = next.wide;
  }
  joined.shape = {int64_t(joined.values.size())};
  if (b.ok())
    b.bind(0, joined);
  return true;
}

static void joinValues(Binder &b, ArrayRef<Value> inputs, int64_t axis) {
  if (!b.axis(axis, rankOf(inputs[0])).ok())
    return;
  for (Value input : inputs)
    b.require(rankOf(input) == rankOf(inputs[0]), "its inputs differ in rank");
  if (!b.ok())
    return;
  for (Value input : inputs)
    b.support(elementOf(input) == elementOf(inputs[0]), "of different element types");
  SmallVector<Value> parts = llvm::filter_to_vector(
      inputs, [&](Value input) { return nn::symbolicShape(input)[axis] != nn::staticDim(0); });
  if (parts.empty())
    parts.assign(inputs.begin(), inputs.end());
  if (!b.ok() || !llvm::any_of(parts, Binder::isImage))
    return b.emit<nn::ConcatOp>(elementOf(inputs[0]), parts, uint64_t(axis));
  const int64_t rank = rankOf(parts[0]);
  for (auto [i, part] : llvm::enumerate(parts))
    part = b.image("operand" + std::to_string(i), part);
  b.bindImage(
      b.part<nn::ConcatOp>("", elementOf(parts[0]), parts, uint64_t(imageAxis(axis, rank))));
}

// Concat has its axis first, ConcatV2 last.
template <bool isFirst> static void concat(Binder &b) {
  Ints axis;
  const unsigned count = b.inputCount() ? b.inputCount() - 1 : 0;
  b.require(count >= 1, "has no inputs").ignore("N", "the number of inputs");
  if (!b.ok() || !b.ints(isFirst ? 0 : count, axis).ok())
    return;
  b.require(axis.size() == 1, "names no single dimension");
  if (!b.ok() || (!isFirst && joinInts(b, count, /*areScalars=*/false)))
    return;
  SmallVector<Value> inputs(count);
  for (auto [i, input] : llvm::enumerate(inputs))
    b.movable(unsigned(i) + (isFirst ? 1 : 0), input);
  if (b.ok())
    joinValues(b, inputs, axis[0]);
}

static void pack(Binder &b) {
  int64_t axis = 0;
  const unsigned count = b.inputCount();
  b.attr("axis", axis).require(count >= 1, "has no inputs").ignore("N", "the number of inputs");
  if (!b.ok() || (axis == 0 && joinInts(b, count, /*areScalars=*/true)))
    return;
  SmallVector<Value> inputs(count);
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (!b.movable(unsigned(i), input).ok())
      return;
    SmallVector<nn::Dim> shape = dimsOf(input);
    int64_t place = axis;
    if (!b.axis(place, int64_t(shape.size()) + 1).ok())
      return;
    shape.insert(shape.begin() + place, nn::staticDim(1));
    input = b.reshapePart("row" + std::to_string(i), input, shape);
  }
  if (b.ok() && b.axis(axis, rankOf(inputs[0])).ok())
    b.emit<nn::ConcatOp>(elementOf(inputs[0]), inputs, uint64_t(axis));
}

static void unpack(Binder &b) {
  Value x;
  int64_t axis = 0, count = 0;
  b.arity(1, 1).attr("axis", axis).attr("num", count).movable(0, x);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(x);
  b.equal(shape[axis], nn::staticDim(count),
          "num is " + Twine(count) + ", the dimension " + shape[axis].text());
  b.bounded(count, 1, 1 << 16, "num");
  if (!b.ok())
    return;
  auto parts = b.allParts<nn::SplitOp>(unsigned(count), elementOf(x), x, uint64_t(axis),
                                       Ints(size_t(count), 1));
  shape.erase(shape.begin() + axis);
  for (auto [i, part] : llvm::enumerate(parts))
    if (b.isRead(unsigned(i)))
      b.bind(unsigned(i), b.reshapePart("row" + std::to_string(i), part, shape));
}

ArrayRef<OpEntry> shapeOps() {
  static constexpr OpEntry ops[] = {
      {"Reshape", reshape},     {"Squeeze", squeeze},     {"ExpandDims", expandDims},
      {"Transpose", transpose}, {"Concat", concat<true>}, {"ConcatV2", concat<false>},
      {"Pack", pack},           {"Unpack", unpack}};
  return ops;
}

} // namespace qopt::graphdef

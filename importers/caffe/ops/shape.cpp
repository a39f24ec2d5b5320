// The same elements in order: Reshape, Flatten, Concat, Slice, Crop, Tile, …
#include "importers/caffe/graph/op_table.h"
#include "importers/caffe/ops/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

static void identity(Binder &b) {
  b.require(b.inputCount() == 1, "has " + Twine(b.inputCount()) + " bottoms, needs 1");
  for (unsigned i = 0; i < b.outputCount(); ++i)
    b.alias(i, 0);
}

// Forks disagree about what is left of a Dropout that does not scale in training.
static void dropout(Binder &b) {
  b.support(b.param().dropout_param().scale_train(), "with scale_train: false");
  identity(b);
}

static void emitView(Binder &b, Value x, ArrayRef<nn::Dim> shape) {
  if (b.ok() && ArrayRef(dimsOf(x)) == shape)
    return b.alias(0, 0);
  b.emitReshape(x, shape);
}

// Returns the sizes that are asked for in place of the first `count` dimensions of `all`: 0 copies
// the dimension in its own place (be it replaced or not), −1 takes what is left.
static SmallVector<nn::Dim> requestedSizes(Binder &b, ArrayRef<int64_t> asked,
                                           ArrayRef<nn::Dim> all, size_t count) {
  ArrayRef<nn::Dim> from = all.take_front(count);
  SmallVector<nn::Dim> to;
  std::optional<size_t> open;
  for (auto [i, size] : llvm::enumerate(asked)) {
    b.require(size >= -1, "asks for a size of " + Twine(size));
    b.require(size != 0 || i < all.size(), "keeps a dimension that the input does not have");
    b.require(size != -1 || !open, "asks for -1 twice");
    if (!b.ok())
      return {};
    if (size == -1)
      open = i;
    to.push_back(size == 0 ? all[i] : nn::staticDim(std::max<int64_t>(size, 1)));
  }
  auto total = nn::productOf(from), known = nn::productOf(to);
  std::string text = nn::toString(from) + " does not fit " + nn::toString(to);
  b.require(total && known, "the input is too large");
  if (!b.ok() || !open)
    return to;
  auto rest = nn::quotient(*total, *known);
  auto again = rest ? nn::multiply(*rest, *known) : std::nullopt;
  b.require(again && nn::mayBeEqual(*again, *total), text);
  if (b.ok())
    to[*open] = *rest;
  return to;
}

static void reshape(Binder &b) {
  const proto::ReshapeParameter &p = b.param().reshape_param();
  Value x;
  if (!b.arity(1, 1).input(0, x).ok())
    return;
  auto shape = dimsOf(x);
  int64_t rank = int64_t(shape.size()), axis = p.axis();
  axis = axis < 0 ? axis + rank + 1 : axis;
  int64_t count = p.num_axes() == -1 ? rank - axis : p.num_axes();
  b.require(axis >= 0 && axis <= rank && count >= 0 && count <= rank - axis,
            "axis " + Twine(p.axis()) + " with num_axes " + Twine(p.num_axes()) +
                " is out of range for rank " + Twine(rank));
  if (!b.ok())
    return;
  SmallVector<nn::Dim> to(shape.begin(), shape.begin() + axis);
  to.append(
      requestedSizes(b, listOf(p.shape().dim()), ArrayRef(shape).drop_front(axis), size_t(count)));
  to.append(shape.begin() + axis + count, shape.end());
  if (!b.ok())
    return;
  auto before = nn::productOf(shape), after = nn::productOf(to);
  b.require(before && after && nn::mayBeEqual(*before, *after),
            nn::toString(shape) + " does not fit " + nn::toString(to));
  emitView(b, x, to);
}

static void flatten(Binder &b) {
  const proto::FlattenParameter &p = b.param().flatten_param();
  Value x;
  int64_t first = p.axis(), last = p.end_axis();
  if (!b.arity(1, 1).input(0, x).ok() || !b.axis(first, rankOf(x)).axis(last, rankOf(x)).ok())
    return;
  b.require(first <= last, "axis lies behind end_axis");
  if (!b.ok())
    return;
  auto shape = dimsOf(x);
  auto size = nn::productOf(ArrayRef(shape).slice(first, last - first + 1));
  b.require(size.has_value(), "the input is too large");
  if (!b.ok())
    return;
  SmallVector<nn::Dim> to(shape.begin(), shape.begin() + first);
  to.push_back(*size);
  to.append(shape.begin() + last + 1, shape.end());
  emitView(b, x, to);
}

static void concat(Binder &b) {
  const proto::ConcatParameter &p = b.param().concat_param();
  int64_t axis = p.has_concat_dim() ? p.concat_dim() : p.axis();
  SmallVector<Value> values(b.inputCount());
  b.require(!values.empty(), "has no bottoms");
  b.require(!p.has_concat_dim() || !p.has_axis(), "says both axis and concat_dim");
  for (auto [i, value] : llvm::enumerate(values))
    b.input(unsigned(i), value);
  if (!b.ok() || !b.axis(axis, rankOf(values[0])).ok())
    return;
  if (values.size() == 1)
    return b.alias(0, 0);
  b.emit<nn::ConcatOp>(b.f32(), values, uint64_t(axis));
}

static void slice(Binder &b) {
  const proto::SliceParameter &p = b.param().slice_param();
  Value x;
  int64_t axis = p.has_slice_dim() ? p.slice_dim() : p.axis();
  b.require(!p.has_slice_dim() || !p.has_axis(), "says both axis and slice_dim");
  if (!b.arity(1, 1).input(0, x).ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  const nn::Dim dim = dimsOf(x)[axis];
  int64_t count = b.outputCount(), points = p.slice_point_size();
  b.support(dim.isStatic(), "of a dimension whose size is not known; give --shape");
  b.require(count >= 1, "has no tops");
  b.require(points == 0 || points == count - 1,
            "has " + Twine(points) + " of slice_point for " + Twine(count) + " tops");
  b.require(!b.ok() || points || dim.value() % count == 0, Twine(dim.isStatic() ? dim.value() : 0) +
                                                               " elements in " + Twine(count) +
                                                               " equal parts");
  if (!b.ok())
    return;
  Ints sizes(size_t(count), dim.value() / count);
  int64_t begin = 0;
  for (int64_t i = 0; points && i < count; ++i) {
    int64_t end = i < points ? p.slice_point(int(i)) : dim.value();
    b.require(end > begin && end <= dim.value(), "slice_point " + Twine(end) +
                                                     " does not lie "
                                                     "between " +
                                                     Twine(begin) + " and " + Twine(dim.value()));
    sizes[size_t(i)] = end - begin;
    begin = end;
  }
  if (count == 1)
    return b.alias(0, 0);
  b.emitAll<nn::SplitOp>(b.f32(), x, uint64_t(axis), sizes);
}

// Cuts the first bottom, from an axis and from an offset on, to the size of the second one.
static void crop(Binder &b) {
  const proto::CropParameter &p = b.param().crop_param();
  Value x, like;
  int64_t axis = p.axis();
  if (!b.arity(2, 2).input(0, x).input(1, like).ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  auto shape = dimsOf(x), target = dimsOf(like);
  int64_t cropped = rankOf(x) - axis, given = p.offset_size();
  b.require(shape.size() == target.size(), "bottoms of different ranks");
  b.require(given <= 1 || given == cropped,
            "has " + Twine(given) + " of offset for " + Twine(cropped) + " dimensions");
  if (!b.ok())
    return;
  Ints starts(shape.size(), 0), steps(shape.size(), 1);
  for (int64_t i = axis; i < rankOf(x); ++i) {
    int64_t start = given == 0 ? 0 : p.offset(given == 1 ? 0 : int(i - axis));
    auto end = nn::add(target[i], nn::staticDim(start));
    b.require(start >= 0 && end && nn::isLess(shape[i], *end) != true,
              "offset " + Twine(start) + " leaves too little of dimension " + Twine(i));
    starts[i] = start;
    shape[i] = target[i];
  }
  if (b.ok() && shape == dimsOf(x))
    return b.alias(0, 0);
  if (b.ok())
    b.emitAs<nn::SliceOp>(shape, b.f32(), x, starts, steps);
}

static void tile(Binder &b) {
  const proto::TileParameter &p = b.param().tile_param();
  Value x;
  int64_t axis = p.axis();
  if (!b.arity(1, 1).input(0, x).ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  b.bounded(p.tiles(), 1, 1 << 20, "tiles");
  Ints repeats(size_t(rankOf(x)), 1);
  repeats[axis] = p.tiles();
  b.emit<nn::TileOp>(b.f32(), x, repeats);
}

// A parameter as a value.
static void parameter(Binder &b) {
  qrt::Tensor tensor;
  if (!b.arity(0, 0).blob(0, "value", tensor).ok())
    return;
  const proto::BlobShape &shape = b.param().parameter_param().shape();
  b.require(!b.param().parameter_param().has_shape() ||
                ArrayRef<int64_t>(tensor.shape()) == listOf(shape.dim()),
            "its shape is not that of its blob in " + b.weightsName());
  if (b.ok())
    b.bind(0, tensor);
}

ArrayRef<OpEntry> shapeOps() {
  static constexpr OpEntry ops[] = {{"Reshape", reshape},    {"Flatten", flatten},
                                    {"Concat", concat},      {"Slice", slice},
                                    {"Split", identity},     {"Dropout", dropout},
                                    {"Quantizer", identity}, {"Crop", crop},
                                    {"Tile", tile},          {"Parameter", parameter, always<1>}};
  return ops;
}

} // namespace qopt::caffe

// Boxes of a tensor: SLICE, STRIDED_SLICE.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <limits>

using namespace mlir;

namespace qopt::tflite {

namespace {
// A strided box, dimension by dimension.
struct Box {
  Ints starts, steps;
  SmallVector<nn::Dim> sizes;
};
} // namespace

static Value sliced(Binder &b, Value x, const Box &box, const Order &order) {
  SmallVector<nn::Dim> sizes;
  for (size_t i = 0; i < box.sizes.size(); ++i)
    sizes.push_back(box.sizes[order.empty() ? i : size_t(order[i])]);
  return b.partAs<nn::SliceOp>("slice", sizes, elementOf(x), x, inOrder(box.starts, order),
                               inOrder(box.steps, order));
}

static void slice(Binder &b) {
  Ints begins, sizes;
  b.arity(3, 3).ints(1, begins).ints(2, sizes);
  Values x = b.readStored({0});
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  b.require(!b.ok() || (begins.size() == shape.size() && sizes.size() == shape.size()),
            "needs a start and a size for each dimension");
  // The operation counts starts below 0 from the end, the interpreter does not.
  b.bounded(begins, 0, std::numeric_limits<int32_t>::max(), "start");
  if (!b.ok())
    return;
  Box box{begins, Ints(shape.size(), 1), {}};
  for (size_t i = 0; i < shape.size() && b.ok(); ++i) {
    if (sizes[i] >= 0) {
      box.sizes.push_back(nn::staticDim(sizes[i]));
      continue;
    }
    auto rest = nn::subtract(shape[i], nn::staticDim(begins[i]));
    b.require(sizes[i] == -1 && rest, "asks for a size of " + Twine(sizes[i]));
    box.sizes.push_back(rest.value_or(nn::staticDim(0)));
  }
  if (b.ok())
    b.bindStored(0, sliced(b, x[0], box, x.order), x.order);
}

namespace {
// STRIDED_SLICE's entries, of which masks say what each is.
struct Entries {
  Ints begins, ends, strides;
  const schema::StridedSliceOptions *said;
  bool has(int32_t mask, size_t i) const { return (mask >> i) & 1; }
};
// A cut takes a box of the input's dimensions and gives it the result's shape.
struct Cut {
  Box box;
  SmallVector<nn::Dim> shape;
};
} // namespace

// One dimension of `size` elements, as NumPy cuts it.
static void cutRange(Binder &b, const Entries &e, size_t i, const nn::Dim &size, Cut &cut) {
  const int64_t step = e.strides[i];
  const bool first = e.has(e.said->begin_mask(), i), last = e.has(e.said->end_mask(), i);
  const bool isWhole = first && last && step == 1;
  b.require(step != 0, "a stride is 0");
  b.support(isWhole || size.isStatic() || (first && last && step == 1),
            "with bounds in a dimension of open size; give --shape");
  if (!b.ok())
    return;
  cut.box.steps.push_back(isWhole ? 1 : step);
  if (isWhole) {
    cut.box.starts.push_back(0);
    cut.box.sizes.push_back(size);
    return;
  }
  const int64_t length = size.value(), low = step > 0 ? 0 : -1,
                high = step > 0 ? length : length - 1;
  auto place = [&](int64_t at) { return std::clamp(at < 0 ? at + length : at, low, high); };
  const int64_t from = first ? (step > 0 ? 0 : length - 1) : place(e.begins[i]);
  const int64_t end = e.said->offset() ? from + std::clamp(e.ends[i], -length, length) : e.ends[i];
  const int64_t to = last ? (step > 0 ? length : -1) : place(end);
  const int64_t span = step > 0 ? to - from : from - to, stride = std::abs(step);
  cut.box.starts.push_back(std::max<int64_t>(from, 0));
  cut.box.sizes.push_back(nn::staticDim(std::max<int64_t>(0, (span + stride - 1) / stride)));
}

// One element of a dimension, which goes.
static void cutElement(Binder &b, const Entries &e, size_t i, const nn::Dim &size, Cut &cut) {
  int64_t at = e.begins[i];
  b.support(size.isStatic() || at >= 0, "of the last elements of a dimension of open size");
  if (!b.ok())
    return;
  if (size.isStatic()) {
    at = at < 0 ? at + size.value() : at;
    b.require(at >= 0 && at < size.value(),
              "element " + Twine(e.begins[i]) + " of a dimension of " + Twine(size.value()));
  }
  cut.box.starts.push_back(at);
  cut.box.steps.push_back(1);
  cut.box.sizes.push_back(nn::staticDim(1));
}

static Cut cutOf(Binder &b, const Entries &e, ArrayRef<nn::Dim> shape) {
  Cut cut;
  size_t dim = 0, newAxes = 0;
  for (size_t i = 0; i < e.begins.size(); ++i)
    newAxes += e.has(e.said->new_axis_mask(), i) && !e.has(e.said->ellipsis_mask(), i);
  auto whole = [&] {
    cut.box.starts.push_back(0);
    cut.box.steps.push_back(1);
    cut.box.sizes.push_back(shape[dim]);
    cut.shape.push_back(shape[dim++]);
  };
  for (size_t i = 0; i < e.begins.size() && b.ok(); ++i) {
    if (e.has(e.said->ellipsis_mask(), i)) {
      const size_t rest = e.begins.size() - 1 - newAxes; // entries that name dimensions
      b.require(rest <= shape.size(), "has more entries than dimensions");
      for (size_t end = dim + shape.size() - std::min(rest, shape.size());
           dim < end && dim < shape.size();)
        whole();
      continue;
    }
    if (e.has(e.said->new_axis_mask(), i)) {
      cut.shape.push_back(nn::staticDim(1));
      continue;
    }
    b.require(dim < shape.size(), "has more entries than dimensions");
    if (!b.ok())
      return cut;
    if (e.has(e.said->shrink_axis_mask(), i)) {
      cutElement(b, e, i, shape[dim], cut);
    } else {
      cutRange(b, e, i, shape[dim], cut);
      if (b.ok())
        cut.shape.push_back(cut.box.sizes.back());
    }
    ++dim;
  }
  while (b.ok() && dim < shape.size())
    whole();
  return cut;
}

// Sizes that are known stay sizes.
static void cutInts(Binder &b, const Entries &e) {
  IntTensor sizes;
  if (!b.ints(0, sizes).ok())
    return;
  SmallVector<nn::Dim> shape{nn::staticDim(int64_t(sizes.values.size()))};
  b.support(sizes.shape.size() == 1 && e.begins.size() == 1, "of sizes that are no vector");
  if (!b.ok())
    return;
  Cut cut = cutOf(b, e, shape);
  b.support(cut.shape.size() <= 1, "of sizes that becomes no vector");
  if (!b.ok())
    return;
  IntTensor result;
  result.wide = sizes.wide;
  for (int64_t i = 0; i < cut.box.sizes[0].value(); ++i)
    result.values.push_back(sizes.values[size_t(cut.box.starts[0] + i * cut.box.steps[0])]);
  if (!cut.shape.empty())
    result.shape = {int64_t(result.values.size())};
  b.bind(0, result);
}

static void stridedSlice(Binder &b) {
  Entries e{{}, {}, {}, b.options<schema::StridedSliceOptions>()};
  b.arity(4, 4).require(e.said, "has no options");
  b.ints(1, e.begins).ints(2, e.ends).ints(3, e.strides);
  b.require(e.begins.size() == e.ends.size() && e.begins.size() == e.strides.size() &&
                e.begins.size() <= 16,
            "its begin, end and strides have different lengths");
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  b.bounded(e.strides, -most, most, "stride");
  if (!b.ok())
    return;
  if (b.isKnownInts(0) && b.isInts(0))
    return cutInts(b, e);
  Values x = b.readStored({0});
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  if (!b.ok())
    return;
  Cut cut = cutOf(b, e, shape);
  if (!b.ok())
    return;
  Value y = x[0];
  const bool isAll =
      cut.box.sizes == shape && llvm::all_of(cut.box.steps, [](int64_t step) { return step == 1; });
  if (!isAll)
    y = sliced(b, y, cut.box, x.order);
  if (cut.shape == cut.box.sizes)
    return b.bindStored(0, y, x.order);
  b.bindStored(0, b.reshapePart("reshape", b.inFileOrder(y, x.order), cut.shape));
}

ArrayRef<OpEntry> boxOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{SLICE, slice}, {STRIDED_SLICE, stridedSlice}};
  return ops;
}

} // namespace qopt::tflite

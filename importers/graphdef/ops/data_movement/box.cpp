// These operators take parts of a tensor: Slice, StridedSlice, Split, SplitV.
#include "importers/common/ops/views.h"
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"

#include <algorithm>
#include <bit>

using namespace mlir;

namespace qopt::graphdef {

namespace {
/// A slice in one dimension, as nn.slice states it: a negative start counts from the end.
struct Range {
  int64_t start = 0, step = 1;
  nn::Dim size;
  bool shrinks = false; // the dimension goes
};
} // namespace

static void sliceInts(Binder &b, const Range &range) {
  IntTensor ints;
  if (!b.ints(0, ints).ok())
    return;
  SmallVector<nn::Dim> values;
  for (int64_t i = 0; i < range.size.value(); ++i)
    values.push_back(ints.values[size_t(range.start + i * range.step)]);
  b.bind(0, range.shrinks ? IntTensor::scalar(values[0], ints.wide)
                          : IntTensor::vector(values, ints.wide));
}

// Puts the entries of [N, …, C] in the order of [N, C, …].
template <typename Entries> static Entries ofImage(const Entries &entries) {
  Entries result(entries);
  for (auto [i, entry] : llvm::enumerate(entries))
    result[size_t(imageAxis(int64_t(i), int64_t(entries.size())))] = entry;
  return result;
}

// New dimensions of one element stand before those that `inserted` counts them for.
static void emitBox(Binder &b, ArrayRef<Range> ranges, ArrayRef<int64_t> inserted) {
  Value x;
  Ints starts, steps;
  SmallVector<nn::Dim> sizes, kept;
  if (!b.ok() || !b.movable(0, x).ok())
    return;
  for (auto [i, range] : llvm::enumerate(ranges)) {
    starts.push_back(range.start);
    steps.push_back(range.step);
    sizes.push_back(range.size);
    kept.append(size_t(llvm::count(inserted, int64_t(i))), nn::staticDim(1));
    if (!range.shrinks)
      kept.push_back(range.size);
  }
  kept.append(size_t(llvm::count(inserted, int64_t(ranges.size()))), nn::staticDim(1));
  const bool isWhole = ArrayRef(sizes) == ArrayRef(dimsOf(x)) &&
                       llvm::all_of(steps, [](int64_t step) { return step == 1; });
  if (isWhole && kept == sizes)
    return b.alias(0, 0);
  if (kept == sizes && Binder::isImage(x))
    return b.bindImage(b.partAs<nn::SliceOp>("", ofImage<SmallVector<nn::Dim>>(sizes), elementOf(x),
                                             b.image("nchw", x), ofImage<Ints>(starts),
                                             ofImage<Ints>(steps)));
  if (isWhole)
    return b.emitReshape(x, kept);
  if (kept == sizes)
    return b.emitAs<nn::SliceOp>(sizes, elementOf(x), x, starts, steps);
  Value box = b.partAs<nn::SliceOp>("box", sizes, elementOf(x), x, starts, steps);
  b.emitReshape(box, kept);
}

// ---- Slice ----

static void slice(Binder &b) {
  IntTensor begin, size;
  b.arity(3, 3).ints(1, begin).ints(2, size);
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  b.require(begin.values.size() == shape.size() && size.values.size() == shape.size(),
            "begin and size need an entry for each dimension");
  SmallVector<Range> ranges;
  for (size_t i = 0; b.ok() && i < shape.size(); ++i) {
    b.support(begin.values[i].isStatic(), "with a begin that varies; give --shape");
    if (!b.ok())
      return;
    const int64_t start = begin.values[i].value();
    std::optional<nn::Dim> rest = nn::subtract(shape[i], nn::staticDim(start));
    const bool isRest = size.values[i] == nn::staticDim(-1);
    b.require(start >= 0, "begins at " + Twine(start));
    b.require(!isRest || (rest && nn::isLess(*rest, nn::staticDim(0)) != true),
              "begins behind the end");
    const nn::Dim &length = size.values[i];
    b.require(isRest || !length.isStatic() ||
                  (length.value() >= 0 && (!rest || nn::isLess(*rest, length) != true)),
              "has a size of " + length.text() + ", more than there is or below -1");
    if (b.ok())
      ranges.push_back({start, 1, isRest ? *rest : size.values[i], false});
  }
  if (b.ok() && b.isInts(0) && shape.size() == 1 && ranges[0].size.isStatic())
    return sliceInts(b, ranges[0]);
  emitBox(b, ranges, {});
}

// ---- StridedSlice ----

namespace {
struct StridedSlice {
  IntTensor begin, end;
  Ints strides;
  int64_t beginMask = 0, endMask = 0, ellipsis = 0, newAxis = 0, shrink = 0;
};
} // namespace

static StridedSlice readStridedSlice(Binder &b) {
  StridedSlice s;
  b.arity(4, 4).ints(1, s.begin).ints(2, s.end).ints(3, s.strides);
  b.attr("begin_mask", s.beginMask).attr("end_mask", s.endMask);
  b.attr("ellipsis_mask", s.ellipsis).attr("new_axis_mask", s.newAxis);
  b.attr("shrink_axis_mask", s.shrink);
  const size_t count = s.begin.values.size();
  b.require(s.end.values.size() == count && s.strides.size() == count && count <= 32,
            "begin, end and strides have different lengths");
  b.bounded(s.strides, -(int64_t(1) << 31), int64_t(1) << 31, "stride");
  b.require(std::popcount(uint64_t(s.ellipsis)) <= 1, "has two ellipses");
  return s;
}

// Reads the range of a dimension whose size is a number: places outside are drawn to its ends.
static Range clamped(int64_t size, std::optional<int64_t> begin, std::optional<int64_t> end,
                     int64_t step) {
  const bool forward = step > 0;
  auto place = [&](int64_t at) {
    at = at < 0 ? at + size : at;
    return forward ? std::clamp<int64_t>(at, 0, size) : std::clamp<int64_t>(at, -1, size - 1);
  };
  const int64_t from = begin ? place(*begin) : forward ? 0 : size - 1;
  const int64_t to = end ? place(*end) : forward ? size : -1;
  const int64_t span = forward ? to - from : from - to, stride = forward ? step : -step;
  const int64_t count = std::max<int64_t>(0, (span + stride - 1) / stride);
  return {count ? from : 0, step, nn::staticDim(count), false};
}

// Reads the range of one that symbols decide: its start counts from the beginning, its end is left
// open or counts from the end.
static Range open(Binder &b, const nn::Dim &size, std::optional<nn::Dim> begin,
                  std::optional<nn::Dim> end, int64_t step) {
  const char *why = "with bounds that vary with the input's shape; give --shape";
  const nn::Dim zero = nn::staticDim(0);
  const nn::Dim from = begin.value_or(zero);
  b.support(step > 0 && from.isStatic() && from.value() >= 0, why);
  std::optional<nn::Dim> to = end.value_or(size);
  if (to->isStatic() && to->value() < 0)
    to = nn::add(size, *to);
  else if (to->isStatic())
    to = nn::smallest(*to, size);
  std::optional<nn::Dim> span = to ? nn::subtract(*to, from) : std::nullopt;
  span = span ? nn::add(*span, nn::staticDim(step - 1)) : std::nullopt;
  std::optional<nn::Dim> count = span ? nn::quotient(*span, nn::staticDim(step)) : std::nullopt;
  b.support(count.has_value(), why);
  return {b.ok() ? from.value() : 0, step, count.value_or(size), false};
}

static Range rangeOf(Binder &b, const StridedSlice &s, size_t i, const nn::Dim &size) {
  const bool shrinks = s.shrink >> i & 1;
  const nn::Dim &begin = s.begin.values[i], &end = s.end.values[i];
  b.require(s.strides[i] != 0, "a stride is 0");
  if (shrinks) {
    b.support(begin.isStatic(), "with a place that varies with the input's shape; give --shape");
    if (!b.ok())
      return {};
    const int64_t at = begin.value();
    b.require(!size.isStatic() || (at >= -size.value() && at < size.value()),
              "place " + Twine(at) + " is outside a dimension of " + size.text());
    const int64_t start = at < 0 && size.isStatic() ? at + size.value() : at;
    return {start, 1, nn::staticDim(1), true};
  }
  auto bound = [&](int64_t mask, const nn::Dim &at) {
    return mask >> i & 1 ? std::nullopt : std::optional(at);
  };
  auto from = bound(s.beginMask, begin), to = bound(s.endMask, end);
  const bool isStatic = size.isStatic() && (!from || from->isStatic()) && (!to || to->isStatic());
  if (!b.ok() || !isStatic)
    return b.ok() ? open(b, size, from, to, s.strides[i]) : Range();
  auto number = [](const std::optional<nn::Dim> &d) {
    return d ? std::optional(d->value()) : std::nullopt;
  };
  return clamped(size.value(), number(from), number(to), s.strides[i]);
}

static void stridedSlice(Binder &b) {
  StridedSlice s = readStridedSlice(b);
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  if (!b.ok())
    return;
  SmallVector<Range> ranges;
  Ints inserted;
  auto whole = [&] { ranges.push_back({0, 1, shape[ranges.size()], false}); };
  const size_t count = s.begin.values.size();
  const int64_t fresh = llvm::count_if(llvm::seq<size_t>(0, count), [&](size_t i) {
    return (s.newAxis >> i & 1) && !(s.ellipsis >> i & 1);
  });
  for (size_t i = 0; b.ok() && i < count; ++i) {
    if (s.ellipsis >> i & 1) {
      const int64_t named = int64_t(count) - 1 - fresh;
      for (int64_t left = int64_t(shape.size()) - named; left > 0; --left)
        whole();
      continue;
    }
    if (s.newAxis >> i & 1) {
      inserted.push_back(int64_t(ranges.size()));
      continue;
    }
    b.require(ranges.size() < shape.size(), "names more dimensions than the input has");
    if (b.ok())
      ranges.push_back(rangeOf(b, s, i, shape[ranges.size()]));
  }
  while (b.ok() && ranges.size() < shape.size())
    whole();
  if (b.ok() && b.isInts(0) && shape.size() == 1 && inserted.empty() && ranges[0].size.isStatic())
    return sliceInts(b, ranges[0]);
  emitBox(b, ranges, inserted);
}

// ---- Split ----

static void emitParts(Binder &b, Value x, int64_t axis, ArrayRef<int64_t> sizes) {
  const bool isImage = Binder::isImage(x);
  const int64_t rank = rankOf(x);
  Value from = isImage ? b.image("nchw", x) : x;
  auto parts = b.allParts<nn::SplitOp>(unsigned(sizes.size()), elementOf(x), from,
                                       uint64_t(isImage ? imageAxis(axis, rank) : axis), sizes);
  Ints order{0};
  for (int64_t i = 2; i < rank; ++i)
    order.push_back(i);
  order.push_back(1);
  for (auto [i, part] : llvm::enumerate(parts))
    if (b.isRead(unsigned(i)))
      b.bind(unsigned(i), isImage ? b.part<nn::TransposeOp>("nhwc" + std::to_string(i),
                                                            elementOf(x), part, order)
                                  : part);
}

static void split(Binder &b) {
  Value x;
  Ints axis;
  int64_t count = 0;
  b.arity(2, 2).ints(0, axis).movable(1, x).attr("num_split", count);
  b.require(axis.size() == 1, "names no single dimension").bounded(count, 1, 1 << 16, "num_split");
  if (!b.ok() || !b.axis(axis[0], rankOf(x)).ok())
    return;
  nn::Dim dim = nn::symbolicShape(x)[size_t(axis[0])];
  b.support(dim.isStatic(), "of a dynamic dimension; give --shape");
  b.require(!b.ok() || dim.value() % count == 0,
            "splits " + dim.text() + " into " + Twine(count) + " unequal parts");
  if (b.ok())
    emitParts(b, x, axis[0], Ints(size_t(count), dim.value() / count));
}

static void splitV(Binder &b) {
  Value x;
  Ints sizes, axis;
  b.arity(3, 3).movable(0, x).ints(1, sizes).ints(2, axis).ignore("num_split", "as sizes has");
  b.require(axis.size() == 1, "names no single dimension");
  if (!b.ok() || !b.axis(axis[0], rankOf(x)).ok())
    return;
  nn::Dim dim = nn::symbolicShape(x)[size_t(axis[0])];
  b.support(dim.isStatic(), "of a dynamic dimension; give --shape");
  b.bounded(sizes, -1, int64_t(1) << 40, "size")
      .require(!sizes.empty() && sizes.size() <= size_t(1) << 16,
               "names no parts, or more than 2^16");
  if (!b.ok())
    return;
  int64_t sum = 0, open = -1;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    b.require(size >= 0 || open < 0, "has two sizes of -1");
    open = size == -1 ? int64_t(i) : open;
    sum += std::max<int64_t>(size, 0);
  }
  if (b.ok() && open >= 0)
    sizes[size_t(open)] = dim.value() - sum;
  b.require(!b.ok() || (open >= 0 ? sizes[size_t(open)] >= 0 : sum == dim.value()),
            "the parts do not make up the dimension");
  if (b.ok())
    emitParts(b, x, axis[0], sizes);
}

ArrayRef<OpEntry> boxOps() {
  static constexpr OpEntry ops[] = {
      {"Slice", slice}, {"StridedSlice", stridedSlice}, {"Split", split}, {"SplitV", splitV}};
  return ops;
}

} // namespace qopt::graphdef

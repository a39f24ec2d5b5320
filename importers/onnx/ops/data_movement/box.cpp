// Parts of a tensor: Slice, Split.
#include "importers/common/ops/views.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

namespace {
// A slice in one dimension, as nn.slice states it: a negative start counts from the end.
struct Range {
  int64_t start = 0, step = 1;
  nn::Dim size;
};
struct SliceRequest {
  IntTensor starts, ends;
  std::optional<Ints> axes;
  Ints steps;
};
} // namespace

static SliceRequest readSlice(Binder &b) {
  SliceRequest request;
  if (b.opset() < 10) {
    Ints starts, ends;
    b.arity(1, 1).attr("starts", starts).attr("ends", ends).axes(3, 10, request.axes);
    request.starts = IntTensor::vector(llvm::map_to_vector(starts, nn::staticDim));
    request.ends = IntTensor::vector(llvm::map_to_vector(ends, nn::staticDim));
  } else {
    b.arity(3, 5).ints(1, request.starts).ints(2, request.ends).axes(3, 10, request.axes);
    if (b.has(4))
      b.ints(4, request.steps);
  }
  size_t count = request.starts.values.size();
  if (request.steps.empty())
    request.steps.assign(count, 1);
  b.require(request.ends.values.size() == count && request.steps.size() == count &&
                (!request.axes || request.axes->size() == count),
            "starts, ends, axes and steps have different lengths");
  return request;
}

// Clamps places as ONNX does: negative ones count from the end.
static Range clampRange(int64_t size, int64_t start, int64_t end, int64_t step) {
  bool forward = step > 0;
  auto place = [&](int64_t at) {
    at = at < 0 ? at + size : at;
    return forward ? std::clamp<int64_t>(at, 0, size) : std::clamp<int64_t>(at, -1, size - 1);
  };
  int64_t from = start < 0 && start < -size && !forward ? 0 : place(start);
  int64_t span = forward ? place(end) - from : from - place(end);
  int64_t stride = forward ? step : -step;
  return {from, step, nn::staticDim(std::max<int64_t>(0, (span + stride - 1) / stride))};
}

// Returns the place that a bound stands for; none where it may be counted from either end. A place
// that symbols decide is taken to lie inside, which is checked once they are known; but for an end
// that is a number, x[:, :512], and a start counted from the end, x[:, -512:].
static std::optional<nn::Dim> bound(const nn::Dim &at, const nn::Dim &size, bool forward) {
  constexpr int64_t unlimited = std::numeric_limits<int32_t>::max();
  if (at.isStatic() && at.value() >= unlimited)
    return forward ? size : nn::subtract(size, nn::staticDim(1));
  if (at.isStatic() && at.value() <= -unlimited)
    return nn::staticDim(forward ? 0 : -1);
  const nn::Dim zero = nn::staticDim(0);
  if (nn::isLess(at, zero) == true)
    return nn::add(size, at);
  // Below 0 but for some sizes: counted from one end or from the other.
  bool mayBeEither = nn::isLess(zero, at) == false && at != zero;
  return mayBeEither ? std::nullopt : std::optional(at);
}

// Returns how many elements lie between two places, the first of which is a number or so far from
// the end.
static std::optional<nn::Dim> clampedSpan(const nn::Dim &size, const nn::Dim &from,
                                          const nn::Dim &to) {
  if (from.isStatic() && to.isStatic()) {
    std::optional<nn::Dim> last = nn::greatest(size, from);
    last = last ? nn::smallest(*nn::greatest(to, from), *last) : std::nullopt;
    return last ? nn::subtract(*last, from) : std::nullopt;
  }
  std::optional<nn::Dim> first = nn::greatest(from, nn::staticDim(0));
  std::optional<nn::Dim> last = to.isStatic() ? nn::smallest(to, size) : to;
  std::optional<nn::Dim> span = first && last ? nn::subtract(*last, *first) : std::nullopt;
  bool mayCross = to.isStatic() || (span && nn::isLess(*span, nn::staticDim(0)) == true);
  return span && mayCross ? nn::greatest(*span, nn::staticDim(0)) : span;
}

// Refuses bounds that are taken to lie inside and surely do not.
static void checkBackwards(Binder &b, const nn::Dim &size, const nn::Dim &from,
                           const nn::Dim &count, int64_t stride) {
  const nn::Dim one = nn::staticDim(1);
  auto steps = nn::multiply(*nn::subtract(count, one), nn::staticDim(stride));
  auto last = steps ? nn::subtract(from, *steps) : std::nullopt;
  bool isOutside = !last || nn::isLess(*last, nn::staticDim(0)) == true ||
                   nn::isLess(*last, size) == false || nn::isLess(count, one) == true;
  b.support(!isOutside, "backwards, with bounds that vary with the input's shape; give --shape");
}

static Range symbolicRange(Binder &b, const nn::Dim &size, const nn::Dim &start, const nn::Dim &end,
                           int64_t step) {
  bool forward = step > 0;
  std::optional<nn::Dim> from = bound(start, size, forward), to = bound(end, size, forward);
  if (!forward && from == nn::staticDim(-1)) // a start before the beginning is the first element
    from = nn::staticDim(0);
  std::optional<nn::Dim> fromEnd = from ? nn::subtract(*from, size) : std::nullopt;
  bool isKnown = from && to && fromEnd && (from->isStatic() || fromEnd->isStatic());
  b.support(isKnown, "with bounds that vary with the input's shape; give --shape");
  if (!b.ok())
    return {};
  const int64_t first = from->isStatic() ? from->value() : fromEnd->value();
  // Rounded up: ⌈(to − from)/step⌉.
  int64_t stride = forward ? step : -step;
  std::optional<nn::Dim> span = forward ? clampedSpan(size, *from, *to) : nn::subtract(*from, *to);
  span = span ? nn::add(*span, nn::staticDim(stride - 1)) : std::nullopt;
  std::optional<nn::Dim> count = span ? nn::quotient(*span, nn::staticDim(stride)) : std::nullopt;
  b.support(count.has_value(), "with bounds that are too large");
  if (b.ok() && !forward)
    checkBackwards(b, size, *from, *count, stride);
  return {first, step, count.value_or(nn::Dim())};
}

static Range resolveRange(Binder &b, const nn::Dim &dim, const nn::Dim &start, const nn::Dim &end,
                          int64_t step) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  b.require(step != 0, "a step is 0").bounded(step, -most, most, "step");
  if (!b.ok())
    return {};
  bool isStatic = dim.isStatic() && start.isStatic() && end.isStatic();
  return isStatic ? clampRange(dim.value(), start.value(), end.value(), step)
                  : symbolicRange(b, dim, start, end, step);
}

static void sliceInts(Binder &b, const Range &range) {
  IntTensor ints;
  if (!b.ints(0, ints).ok())
    return;
  SmallVector<nn::Dim> values;
  for (int64_t i = 0; i < range.size.value(); ++i)
    values.push_back(ints.values[range.start + i * range.step]);
  b.bind(0, IntTensor::vector(values, ints.wide));
}

static void slice(Binder &b) {
  SliceRequest request = readSlice(b);
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  if (!b.ok())
    return;
  SmallVector<Range> ranges =
      llvm::map_to_vector(shape, [](const nn::Dim &dim) -> Range { return {.size = dim}; });
  for (size_t i = 0; i < request.steps.size(); ++i) {
    int64_t axis = request.axes ? (*request.axes)[i] : int64_t(i);
    if (!b.axis(axis, int64_t(shape.size())).ok())
      return;
    ranges[axis] = resolveRange(b, shape[axis], request.starts.values[i], request.ends.values[i],
                                request.steps[i]);
  }
  if (b.ok() && b.isKnownInts(0) && shape.size() == 1 && !request.steps.empty())
    return sliceInts(b, ranges[0]);
  Value x;
  Ints starts, steps;
  SmallVector<nn::Dim> sizes;
  if (!b.ok() || !b.movable(0, x).ok())
    return;
  for (const Range &range : ranges) {
    starts.push_back(range.start);
    sizes.push_back(range.size);
    steps.push_back(range.step);
  }
  b.emitAs<nn::SliceOp>(sizes, elementOf(x), x, starts, steps);
}

// Equal parts, the last one smaller where num_outputs says so.
static Ints equalParts(Binder &b, int64_t size, int64_t count, bool mayDiffer) {
  b.require(count >= 1 && count <= size, "splits " + Twine(size) + " into " + Twine(count));
  b.require(!b.ok() || mayDiffer || size % count == 0,
            "splits " + Twine(size) + " into " + Twine(count) + " unequal parts");
  if (!b.ok())
    return {};
  int64_t part = (size + count - 1) / count;
  Ints parts(count, part);
  parts.back() = size - part * (count - 1);
  return parts;
}

static Ints readParts(Binder &b, int64_t size) {
  Ints parts;
  bool asInput = b.opset() >= 13;
  int64_t outputs = b.outputCount();
  if (asInput ? b.has(1) : b.has("split")) {
    asInput ? b.ints(1, parts) : b.attr("split", parts);
    int64_t sum = 0;
    b.bounded(parts, 0, size, "part");
    for (int64_t part : parts)
      sum += part;
    b.require(!b.ok() || (int64_t(parts.size()) == outputs && sum == size),
              "the parts do not make up the dimension");
  } else {
    int64_t count = outputs;
    b.attr("num_outputs", count).require(count == outputs, "num_outputs differs");
    parts = equalParts(b, size, outputs, b.has("num_outputs"));
  }
  return parts;
}

static void split(Binder &b) {
  Value x;
  int64_t axis = 0;
  b.arity(1, b.opset() < 13 ? 1 : 2).attr("axis", axis);
  if (!b.movable(0, x).ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  nn::Dim dim = nn::symbolicShape(x)[axis];
  b.support(dim.isStatic(), "of a dynamic dimension; give --shape");
  if (!b.ok())
    return;
  Ints parts = readParts(b, dim.value());
  b.emitAll<nn::SplitOp>(elementOf(x), x, uint64_t(axis), parts);
}

ArrayRef<OpEntry> boxOps() {
  static constexpr OpEntry ops[] = {{"Slice", slice}, {"Split", split}};
  return ops;
}

} // namespace qopt::onnx

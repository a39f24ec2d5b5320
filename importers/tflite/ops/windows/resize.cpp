// RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR: a step of nn.resample for each dimension that changes.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/integers/expanded.h"
#include "importers/tflite/ops/expand.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

namespace {
// Both tables of options say this of coordinates.
struct Coordinates {
  bool alignsCorners = false, hasHalfPixels = false;
};
// One dimension, as nn.resample reads it; without weights elements are chosen.
struct Table {
  std::vector<int32_t> places;
  std::vector<float> weights; // two for each place
};
} // namespace

// The scale is computed in f32, as TFLite's kernels do.
static float scaleOf(const Coordinates &c, int64_t from, int64_t to) {
  return c.alignsCorners && to > 1 ? float(from - 1) / float(to - 1) : float(from) / float(to);
}

// The element before the place and the one behind; outside, the one at the end.
static Table linearTable(const Coordinates &c, int64_t from, int64_t to) {
  Table table;
  const float scale = scaleOf(c, from, to);
  for (int64_t i = 0; i < to; ++i) {
    const float at = c.hasHalfPixels ? (float(i) + 0.5f) * scale - 0.5f : float(i) * scale;
    const float before = std::max(std::floor(at), 0.0f);
    const float share = std::max(at - before, 0.0f);
    table.places.push_back(int32_t(before));
    table.weights.insert(table.weights.end(), {1.0f - share, share});
  }
  return table;
}

static Table nearestTable(const Coordinates &c, int64_t from, int64_t to) {
  Table table;
  const float scale = scaleOf(c, from, to), offset = c.hasHalfPixels ? 0.5f : 0.0f;
  for (int64_t i = 0; i < to; ++i) {
    const float at = (float(i) + offset) * scale;
    const float place = c.alignsCorners ? std::round(at) : std::floor(at);
    table.places.push_back(int32_t(std::clamp(place, 0.0f, float(from - 1))));
  }
  return table;
}

static Value resampled(Binder &b, Value x, int64_t axis, const Table &table) {
  Type i32 = IntegerType::get(b.context(), 32);
  const int64_t size = int64_t(table.places.size());
  Value places = b.constantPart("places", RankedTensorType::get({size}, i32),
                                qrt::Tensor::fromValues<int32_t>({size}, table.places));
  Value weights;
  if (!table.weights.empty())
    weights = b.constantPart("weights", RankedTensorType::get({size, 2}, b.f32()),
                             qrt::Tensor::fromValues<float>({size, 2}, table.weights));
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x);
  shape[size_t(axis)] = nn::staticDim(size);
  return b.partAs<nn::ResampleOp>("resample", shape, elementOf(x), x, places, weights,
                                  uint64_t(axis), uint64_t(0));
}

template <typename Rule>
static Value resized(Binder &b, const Values &x, const Coordinates &c, Rule tableOf) {
  Ints sizes;
  b.ints(1, sizes).require(!b.ok() || sizes.size() == 2, "needs two sizes of its result");
  b.bounded(sizes, 1, int64_t(1) << 20, "size");
  b.require(!b.ok() || rankOf(x[0]) == 4, "of a value that is no image of rank 4");
  Value y = x[0];
  for (int64_t dim = 1; dim <= 2 && b.ok(); ++dim) {
    const int64_t axis = placeOf(dim, x.order), to = sizes[size_t(dim - 1)];
    const nn::Dim from = dimsOf(y)[size_t(axis)];
    b.support(from.isStatic(), "of an image of open size; give --shape");
    b.require(!b.ok() || from.value() > 0, "of an empty image");
    if (b.ok() && from.value() != to)
      y = resampled(b, y, axis, tableOf(c, from.value(), to));
  }
  return y;
}

template <typename Options> static Coordinates coordinatesOf(Binder &b) {
  const auto *said = b.arity(2, 2).options<Options>();
  return said ? Coordinates{said->align_corners(), said->half_pixel_centers()} : Coordinates();
}

static void bilinearOfSteps(Binder &b, const Coordinates &c) {
  Values x = b.readStored({0});
  Ints sizes;
  b.ints(1, sizes).require(!b.ok() || sizes.size() == 2, "needs two sizes of its result");
  b.bounded(sizes, 1, int64_t(1) << 20, "size");
  b.require(!b.ok() || rankOf(x[0]) == 4, "of a value that is no image of rank 4");
  if (!b.ok())
    return;
  needSteps(b, {x[0].getType()}, 2);
  for (int64_t dim : {1, 2}) {
    const nn::Dim from = dimsOf(x[0])[size_t(placeOf(dim, x.order))];
    b.require(!from.isStatic() || from.value() > 0, "of an empty image");
  }
  Value y = resizedSteps(b, x[0], {placeOf(1, x.order), sizes[0]}, {placeOf(2, x.order), sizes[1]},
                         {c.alignsCorners, c.hasHalfPixels});
  b.bindStored(0, y, x.order);
}

static void bilinear(Binder &b) {
  const Coordinates c = coordinatesOf<schema::ResizeBilinearOptions>(b);
  if (b.ok() && b.inputSteps(0) && b.outputSteps(0) && !b.isConstant(0))
    return bilinearOfSteps(b, c);
  Values x = b.read({0});
  if (b.ok())
    b.bindReal(0, resized(b, x, c, linearTable), x.order);
}

static void nearest(Binder &b) {
  const Coordinates c = coordinatesOf<schema::ResizeNearestNeighborOptions>(b);
  Values x = b.readStored({0});
  if (b.ok())
    b.bindStored(0, resized(b, x, c, nearestTable), x.order);
}

ArrayRef<OpEntry> resizeOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{RESIZE_BILINEAR, bilinear},
                                    {RESIZE_NEAREST_NEIGHBOR, nearest}};
  return ops;
}

} // namespace qopt::tflite

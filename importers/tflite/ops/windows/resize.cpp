// RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR: a step of nn.resample for each dimension that changes.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/integers/expanded.h"
#include "importers/tflite/ops/expand.h"
#include "importers/tflite/ops/windows/resize_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

static Value resampled(Binder &b, Value x, int64_t axis, const ResizeTable &table) {
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
static Value resized(Binder &b, const Values &x, const ResizeCoordinates &c, Rule tableOf) {
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

template <typename Options> static ResizeCoordinates coordinatesOf(Binder &b) {
  const auto *said = b.arity(2, 2).options<Options>();
  return said ? ResizeCoordinates{said->align_corners(), said->half_pixel_centers()}
              : ResizeCoordinates();
}

static void bilinearOfSteps(Binder &b, const ResizeCoordinates &c) {
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
  const ResizeCoordinates c = coordinatesOf<schema::ResizeBilinearOptions>(b);
  if (b.ok() && b.inputSteps(0) && b.outputSteps(0) && !b.isConstant(0))
    return bilinearOfSteps(b, c);
  Values x = b.read({0});
  if (b.ok())
    b.bindReal(0, resized(b, x, c, linearTable), x.order);
}

static void nearest(Binder &b) {
  const ResizeCoordinates c = coordinatesOf<schema::ResizeNearestNeighborOptions>(b);
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

// ResizeBilinear and ResizeNearestNeighbor: a step of nn.resample for each image dimension.
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/windows/window.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::graphdef {

namespace {
struct Resize {
  bool alignsCorners = false, halfPixels = false, isLinear = false;
};
} // namespace

// Computes the place of the result's element `o` in the input as TensorFlow does, in f32.
static float placeOf(const Resize &r, int64_t from, int64_t to, int64_t o) {
  const float scale =
      r.alignsCorners && to > 1 ? float(from - 1) / float(to - 1) : float(from) / float(to);
  if (r.halfPixels)
    return (float(o) + 0.5f) * scale - (r.isLinear ? 0.5f : 0.0f);
  return float(o) * scale;
}

static Value resampled(Binder &b, StringRef name, Value x, int64_t axis, const Resize &r,
                       int64_t to) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x);
  const int64_t from = shape[size_t(axis)].value();
  std::vector<int32_t> places;
  std::vector<float> weights;
  for (int64_t o = 0; o < to; ++o) {
    const float at = placeOf(r, from, to, o);
    if (!r.isLinear) {
      const float nearest = r.alignsCorners ? std::round(at) : std::floor(at);
      places.push_back(int32_t(std::clamp<int64_t>(int64_t(nearest), 0, from - 1)));
      continue;
    }
    // A place beside the image takes the value of its end; one before it is drawn to the first by
    // the table.
    const float inside = std::clamp(at, 0.0f, float(from - 1));
    const int64_t low = std::clamp<int64_t>(int64_t(inside), 0, std::max<int64_t>(from - 2, 0));
    places.push_back(int32_t(low));
    weights.push_back(1.0f - (inside - float(low)));
    weights.push_back(inside - float(low));
  }
  Type i32 = IntegerType::get(b.context(), 32);
  Value table = b.constantPart((name + "_places").str(), RankedTensorType::get({to}, i32),
                               qrt::Tensor::fromValues<int32_t>({to}, places));
  Value factors;
  if (r.isLinear)
    factors = b.constantPart((name + "_weights").str(), RankedTensorType::get({to, 2}, b.f32()),
                             qrt::Tensor::fromValues<float>({to, 2}, weights));
  shape[size_t(axis)] = nn::staticDim(to);
  return b.partAs<nn::ResampleOp>(name, shape, elementOf(x), x, table, factors, uint64_t(axis),
                                  uint64_t(0));
}

template <bool isLinear> static void resize(Binder &b) {
  Value given;
  Ints size;
  Resize r;
  r.isLinear = isLinear;
  b.arity(2, 2).ints(1, size).attr("align_corners", r.alignsCorners);
  b.attr("half_pixel_centers", r.halfPixels).input(0, given);
  b.require(size.size() == 2, "size needs two entries").bounded(size, 1, 1 << 20, "size");
  if (!b.ok())
    return;
  b.require(rankOf(given) == 4, "its input has rank " + Twine(rankOf(given)) + ", needs 4");
  Value x = b.image("nchw", given);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(x);
  b.support(shape[2].isStatic() && shape[3].isStatic(), "of images of dynamic size; give --shape");
  if (!b.ok())
    return;
  b.require(shape[2].value() >= 1 && shape[3].value() >= 1, "its image has no pixels");
  if (!b.ok())
    return;
  const bool changesWidth = shape[3].value() != size[1],
             changesHeight = shape[2].value() != size[0];
  if (!changesWidth && !changesHeight)
    return b.alias(0, 0);
  if (changesWidth)
    x = resampled(b, changesHeight ? "columns" : "", x, 3, r, size[1]);
  if (changesHeight)
    x = resampled(b, "", x, 2, r, size[0]);
  b.bindImage(x);
}

ArrayRef<OpEntry> resizeOps() {
  static constexpr OpEntry ops[] = {{"ResizeBilinear", resize<true>},
                                    {"ResizeNearestNeighbor", resize<false>}};
  return ops;
}

} // namespace qopt::graphdef

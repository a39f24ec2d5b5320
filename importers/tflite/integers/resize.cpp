// (L19) Bilinear resampling of steps.
#include "importers/tflite/integers/expanded.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

namespace {
/// A result lies between two elements, at the places `low` and `high`; `share` is that of the later
/// one.
template <class Share> struct Places {
  SmallVector<int64_t> low, high;
  SmallVector<Share> share;
};
} // namespace

// Returns the places with shares in steps of 1/1024 of an element.
static Places<int64_t> integerPlaces(int64_t size, int64_t count, ResizeRule rule) {
  auto quotient = [](int64_t n, int64_t parts) { return (1024 * n + parts / 2) / parts; };
  const bool hasCorners = rule.alignCorners && count > 1;
  const int64_t step = hasCorners ? quotient(size - 1, count - 1) : quotient(size, count);
  Places<int64_t> places;
  for (int64_t n = 0; n < count; ++n) {
    const int64_t at = n * step + (rule.halfPixelCenters ? step / 2 - 512 : 0);
    const int64_t low = std::min(std::max<int64_t>(at / 1024, 0), size - 1);
    const int64_t high = std::min((at + 1023) / 1024, size - 1);
    places.low.push_back(low);
    places.high.push_back(high);
    places.share.push_back(at - 1024 * low);
  }
  return places;
}

static Places<float> floatPlaces(int64_t size, int64_t count, ResizeRule rule) {
  const bool hasCorners = rule.alignCorners && count > 1;
  const float step = hasCorners ? float(size - 1) / float(count - 1) : float(size) / float(count);
  Places<float> places;
  for (int64_t n = 0; n < count; ++n) {
    const float at = rule.halfPixelCenters ? (float(n) + 0.5f) * step - 0.5f : float(n) * step;
    const int64_t low = std::max<int64_t>(int64_t(std::floor(at)), 0);
    places.low.push_back(std::min(low, size - 1));
    places.high.push_back(std::min<int64_t>(int64_t(std::ceil(at)), size - 1));
    places.share.push_back(at - float(places.low.back()));
  }
  return places;
}

// Shares along one dimension of x's rank.
template <class Share>
static Value along(LayerBinder &b, Value x, int64_t axis, ArrayRef<Share> shares, Type element) {
  SmallVector<int64_t> shape(rankOf(x), 1);
  shape[axis] = int64_t(shares.size());
  return b.constantPart("shares", RankedTensorType::get(shape, element),
                        qrt::Tensor::fromValues<Share>(qrt::Shape(shape.begin(), shape.end()),
                                                       {shares.data(), shares.size()}));
}

namespace {
/// The four elements around a place, and the shares of the earlier and the later ones.
struct Corners {
  Value lowLow, highLow, lowHigh, highHigh; // row, then column
  Value above, below, left, right;
};
} // namespace

template <class Share>
static Corners cornersOf(LayerBinder &b, Value x, ResizedDim rows, ResizedDim columns,
                         const Places<Share> &v, const Places<Share> &u, Share one, Type element) {
  Integers i(b);
  auto at = [&](ArrayRef<int64_t> row, ArrayRef<int64_t> column) {
    return i.gathered(i.gathered(x, row, rows.axis), column, columns.axis);
  };
  auto others = [&](ArrayRef<Share> shares) {
    SmallVector<Share> rest;
    for (Share share : shares)
      rest.push_back(one - share);
    return rest;
  };
  auto shares = [&](int64_t axis, ArrayRef<Share> s) { return along(b, x, axis, s, element); };
  return {at(v.low, u.low),
          at(v.high, u.low),
          at(v.low, u.high),
          at(v.high, u.high),
          shares(rows.axis, others(v.share)),
          shares(rows.axis, v.share),
          shares(columns.axis, others(u.share)),
          shares(columns.axis, u.share)};
}

static Value resizedIntegers(LayerBinder &b, Value x, ResizedDim rows, ResizedDim columns,
                             ResizeRule rule) {
  Integers i(b);
  const auto v = integerPlaces(dimsOf(x)[rows.axis].value(), rows.count, rule);
  const auto u = integerPlaces(dimsOf(x)[columns.axis].value(), columns.count, rule);
  const Type element = elementOf(x);
  const Corners c = cornersOf<int64_t>(b, i.stored(x), rows, columns, v, u, 1024, b.i64());
  if (!b.ok())
    return {};
  auto part = [&](Value q, Value row, Value column) { return i.mul(i.mul(q, row), column); };
  Value sum = i.add(i.add(part(c.lowLow, c.above, c.left), part(c.highLow, c.below, c.left)),
                    i.add(part(c.lowHigh, c.above, c.right), part(c.highHigh, c.below, c.right)));
  return i.quantized(i.roundedShift(sum, 20), element);
}

// Bytes without sign are interpolated in f32, each step rounded.
static Value resizedFloats(LayerBinder &b, Value x, ResizedDim rows, ResizedDim columns,
                           ResizeRule rule) {
  Integers i(b);
  const auto v = floatPlaces(dimsOf(x)[rows.axis].value(), rows.count, rule);
  const auto u = floatPlaces(dimsOf(x)[columns.axis].value(), columns.count, rule);
  Value real = b.part<nn::CastOp>("real", b.f32(), i.stored(x), BoolAttr());
  const Type element = elementOf(x);
  if (!b.ok())
    return {};
  const Corners c = cornersOf<float>(b, real, rows, columns, v, u, 1.0f, b.f32());
  if (!b.ok())
    return {};
  auto mul = [&](Value p, Value q) { return b.part<nn::MulOp>("product", b.f32(), p, q); };
  auto add = [&](Value p, Value q) { return b.part<nn::AddOp>("sum", b.f32(), p, q); };
  auto part = [&](Value q, Value row, Value column) { return mul(mul(q, row), column); };
  Value sum = add(part(c.lowLow, c.above, c.left), part(c.highLow, c.below, c.left));
  sum = add(sum, part(c.lowHigh, c.above, c.right));
  sum = add(sum, part(c.highHigh, c.below, c.right));
  sum = add(sum, b.scalarPart("half", 0.5f));
  return i.quantized(b.part<nn::CastOp>("whole", b.i64(), sum, BoolAttr()), element);
}

Value resizedSteps(LayerBinder &b, Value x, ResizedDim rows, ResizedDim columns, ResizeRule rule) {
  if (!b.ok())
    return {};
  b.support(dimsOf(x)[rows.axis].isStatic() && dimsOf(x)[columns.axis].isStatic(),
            "resizes integers of unknown size");
  if (!b.ok())
    return {};
  const bool isUnsigned = nn::quantParams(x.getType())->storage == qrt::ElementType::U8;
  return isUnsigned ? resizedFloats(b, x, rows, columns, rule)
                    : resizedIntegers(b, x, rows, columns, rule);
}

} // namespace qopt::tflite

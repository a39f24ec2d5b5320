// RotaryEmbedding: pairs of elements turned by angles whose cosines and sines are given.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"

using namespace mlir;

namespace qopt::onnx {

namespace {

// The value that is turned, and the layout of its last dimension.
struct Rotation {
  Value x; // [batch, length, heads, size], or heads before length
  bool headsFirst = false, interleaved = false;
  int64_t turned = 0; // leading elements of each head
};

} // namespace

// Every `step`th element of the last dimension from `start` on.
static Value lane(Binder &b, StringRef name, Value x, int64_t start, int64_t size, int64_t step) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x);
  shape.back() = nn::staticDim(size);
  Ints starts(shape.size(), 0), steps(shape.size(), 1);
  starts.back() = start;
  steps.back() = step;
  return b.partAs<nn::SliceOp>(name, shape, b.f32(), x, starts, steps);
}

// [batch, length, pairs], gathered by position where positions are given; 1 where the heads are.
static Value anglesOf(Binder &b, StringRef name, unsigned index, const Rotation &r) {
  Value cache, positions;
  b.input(index, cache);
  if (b.has(3)) {
    b.any(3, positions);
    if (b.ok())
      b.require(elementOf(positions).isInteger(64) && rankOf(positions) == 2 && rankOf(cache) == 2,
                "position_ids must be i64 of rank 2, the caches of rank 2");
    cache =
        b.part<nn::GatherOp>((name + "/gathered").str(), b.f32(), cache, positions, uint64_t(0));
  }
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(cache);
  b.require(shape.size() == 3 && shape[2] == nn::staticDim(r.turned / 2),
            "the cache " + nn::toString(shape) + " does not hold " + Twine(r.turned / 2) +
                " angles for each place");
  if (!b.ok())
    return {};
  shape.insert(shape.begin() + (r.headsFirst ? 1 : 2), nn::staticDim(1));
  return b.reshapePart(name, cache, shape);
}

static Value turned(Binder &b, const Rotation &r) {
  int64_t pairs = r.turned / 2, step = r.interleaved ? 2 : 1;
  Value cos = anglesOf(b, "cos", 1, r), sin = anglesOf(b, "sin", 2, r);
  Value x = lane(b, "x", r.x, 0, pairs, step);
  Value y = lane(b, "y", r.x, r.interleaved ? 1 : pairs, pairs, step);
  auto times = [&](StringRef name, Value a, Value c) {
    return b.part<nn::MulOp>(name, b.f32(), a, c);
  };
  Value xCos = times("x_cos", cos, x), ySin = times("y_sin", sin, y);
  Value xSin = times("x_sin", sin, x), yCos = times("y_cos", cos, y);
  Value real = b.part<nn::SubOp>("real", b.f32(), xCos, ySin);
  Value imaginary = b.part<nn::AddOp>("imaginary", b.f32(), xSin, yCos);
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(real);
  uint64_t axis = shape.size() - 1;
  if (r.interleaved) {
    shape.push_back(nn::staticDim(1));
    real = b.reshapePart("real/column", real, shape);
    imaginary = b.reshapePart("imaginary/column", imaginary, shape);
    axis += 1;
  }
  Value both = b.part<nn::ConcatOp>("turned", b.f32(), SmallVector<Value>{real, imaginary}, axis);
  if (!r.interleaved)
    return both;
  shape.pop_back();
  shape.back() = nn::staticDim(r.turned);
  return b.reshapePart("turned/pairs", both, shape);
}

// Heads, whichever way they stand there.
static void readRotated(Binder &b, Rotation &r) {
  int64_t heads = 0;
  b.arity(3, 4).input(0, r.x).attr("interleaved", r.interleaved);
  b.attr("num_heads", heads).attr("rotary_embedding_dim", r.turned);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(r.x);
  r.headsFirst = shape.size() == 4;
  b.require(shape.size() == 3 || shape.size() == 4, "needs an input of rank 3 or 4")
      .support(shape.back().isStatic(), "of heads whose size varies");
  if (!b.ok() || r.headsFirst)
    return;
  b.require(heads >= 1 && shape[2].value() % heads == 0,
            "num_heads " + Twine(heads) + " does not divide " + shape[2].text());
  if (b.ok())
    r.x = b.reshapePart(
        "split", r.x,
        {shape[0], shape[1], nn::staticDim(heads), nn::staticDim(shape[2].value() / heads)});
}

static void rotaryEmbedding(Binder &b) {
  Rotation r;
  readRotated(b, r);
  if (!b.ok())
    return;
  int64_t size = dimsOf(r.x).back().value();
  r.turned = r.turned == 0 ? size : r.turned;
  b.require(r.turned > 0 && r.turned <= size && r.turned % 2 == 0,
            "rotary_embedding_dim " + Twine(r.turned) + " is no even part of " + Twine(size));
  Value y = turned(b, r);
  if (r.turned < size && b.ok()) {
    Value rest = lane(b, "rest", r.x, r.turned, size - r.turned, 1);
    y = b.part<nn::ConcatOp>("whole", b.f32(), SmallVector<Value>{y, rest}, uint64_t(3));
  }
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(y);
  if (!r.headsFirst)
    shape = {shape[0], shape[1], nn::staticDim(shape[2].value() * shape[3].value())};
  b.emitReshape(y, shape);
}

ArrayRef<OpEntry> rotaryOps() {
  static constexpr OpEntry ops[] = {{"RotaryEmbedding", rotaryEmbedding, 23}};
  return ops;
}

} // namespace qopt::onnx

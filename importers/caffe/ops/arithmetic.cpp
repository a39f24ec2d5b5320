// Converts layers of several values, or of a value and parameters: Eltwise, Scale, Bias, Axpy.
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

using proto::EltwiseParameter;

// All bottoms have one shape in Caffe: no broadcasting.
static SmallVector<Value> readAll(Binder &b) {
  SmallVector<Value> values(b.inputCount());
  b.require(!values.empty(), "has no bottoms");
  for (auto [i, value] : llvm::enumerate(values))
    b.input(unsigned(i), value);
  for (size_t i = 1; b.ok() && i < values.size(); ++i) {
    auto first = dimsOf(values[0]), other = dimsOf(values[i]);
    b.require(nn::mayBeEqual(ArrayRef(first), ArrayRef(other)), "bottoms of different shapes, " +
                                                                    nn::toString(first) + " and " +
                                                                    nn::toString(other));
  }
  return values;
}

// Two at a time; the last is the layer's own.
template <typename Op> static void joined(Binder &b, ArrayRef<Value> values) {
  if (!b.ok())
    return;
  if (values.size() == 1)
    return b.alias(0, 0);
  Value all = values[0];
  for (size_t i = 1; i + 1 < values.size(); ++i)
    all = b.part<Op>("with" + std::to_string(i), b.f32(), all, values[i]);
  b.emit<Op>(b.f32(), all, values.back());
}

// A coefficient of 1 is no step; of two, −1 is a difference.
static void weightedSum(Binder &b, SmallVector<Value> values, ArrayRef<float> factors) {
  if (values.size() == 2 && factors[0] == 1 && factors[1] == -1)
    return b.emit<nn::SubOp>(b.f32(), values[0], values[1]);
  for (auto [i, factor] : llvm::enumerate(factors)) {
    b.require(std::isfinite(factor), "coeff is no finite number");
    if (factor == 1)
      continue;
    std::string name = "term" + std::to_string(i);
    Value scalar = b.scalarFor(values[i], name + "_coeff", factor);
    values[i] = b.part<nn::MulOp>(values.size() == 1 ? "" : name, b.f32(), values[i], scalar);
  }
  if (values.size() == 1 && factors[0] != 1)
    return b.bindReal(0, values[0]);
  joined<nn::AddOp>(b, values);
}

static void eltwise(Binder &b) {
  const EltwiseParameter &p = b.param().eltwise_param();
  SmallVector<Value> values = readAll(b);
  int count = p.coeff_size();
  b.require(count == 0 || count == int(values.size()),
            "has " + Twine(count) + " of coeff for " + Twine(values.size()) + " bottoms");
  b.require(count == 0 || p.operation() == EltwiseParameter::SUM, "has coeff, which go with SUM");
  if (!b.ok())
    return;
  switch (p.operation()) {
  case EltwiseParameter::PROD: return joined<nn::MulOp>(b, values);
  case EltwiseParameter::MAX: return joined<nn::MaxOp>(b, values);
  case EltwiseParameter::SUM: {
    SmallVector<float> factors(p.coeff().begin(), p.coeff().end());
    factors.resize(values.size(), 1.0f);
    return weightedSum(b, values, factors);
  }
  }
}

namespace {
/// The place of parameters along the value's dimensions: [axis, axis + sizes.size()).
struct Along {
  int64_t axis = 1;
  SmallVector<nn::Dim> sizes;
};
} // namespace

static Along readAlong(Binder &b, Value x, int64_t axis, int64_t count) {
  Along along;
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return along;
  auto shape = dimsOf(x);
  along.axis = axis;
  count = count == -1 ? int64_t(shape.size()) - axis : count;
  b.require(count >= 0 && count <= int64_t(shape.size()) - axis, "num_axes " + Twine(count) +
                                                                     " from axis " + Twine(axis) +
                                                                     " on reaches behind the "
                                                                     "input");
  if (b.ok())
    along.sizes.assign(shape.begin() + axis, shape.begin() + axis + count);
  return along;
}

// A parameter of the layer, or its second bottom, such that it broadcasts to the first.
static Value parameter(Binder &b, Value x, const Along &along, unsigned blob, StringRef what,
                       bool fromBottom) {
  if (!b.ok())
    return {};
  size_t behind = dimsOf(x).size() - size_t(along.axis) - along.sizes.size();
  if (fromBottom) {
    Value given;
    if (!b.input(1, given).ok())
      return {};
    SmallVector<nn::Dim> shape = dimsOf(given);
    b.require(nn::mayBeEqual(ArrayRef(shape), ArrayRef(along.sizes)),
              "its second bottom is " + nn::toString(shape) + ", needs " +
                  nn::toString(along.sizes) + " of the first");
    if (!b.ok())
      return {};
    shape.append(behind, nn::staticDim(1));
    return behind ? b.reshapePart(what, given, shape) : given;
  }
  Ints sizes;
  for (const nn::Dim &size : along.sizes) {
    b.support(size.isStatic(), "of an input whose sizes are not known; give --shape");
    sizes.push_back(size.isStatic() ? size.value() : 1);
  }
  Value value;
  sizes.append(behind, 1);
  b.weights(blob, what, sizes, value);
  return value;
}

// A second bottom says itself how many dimensions it has.
static int64_t axesOf(Binder &b, int64_t stated) {
  Value given;
  if (b.inputCount() < 2 || !b.input(1, given).ok())
    return stated;
  return rankOf(given);
}

static void scale(Binder &b) {
  const proto::ScaleParameter &p = b.param().scale_param();
  Value x;
  b.arity(1, 2).input(0, x);
  Along along = readAlong(b, x, p.axis(), axesOf(b, p.num_axes()));
  bool fromBottom = b.inputCount() == 2;
  Value factor = parameter(b, x, along, 0, "scale", fromBottom);
  if (!p.bias_term())
    return b.emit<nn::MulOp>(b.f32(), x, factor);
  Value shift = parameter(b, x, along, fromBottom ? 0 : 1, "bias", false);
  Value product = b.part<nn::MulOp>("scaled", b.f32(), x, factor);
  b.emit<nn::AddOp>(b.f32(), product, shift);
}

static void bias(Binder &b) {
  const proto::BiasParameter &p = b.param().bias_param();
  Value x;
  b.arity(1, 2).input(0, x);
  Along along = readAlong(b, x, p.axis(), axesOf(b, p.num_axes()));
  Value shift = parameter(b, x, along, 0, "bias", b.inputCount() == 2);
  b.emit<nn::AddOp>(b.f32(), x, shift);
}

// a·x + y, a number for each channel of each sample.
static void axpy(Binder &b) {
  Value a, x, y;
  b.arity(3, 3).input(0, a).input(1, x).input(2, y);
  if (!b.ok())
    return;
  auto shape = dimsOf(x), factors = dimsOf(a), added = dimsOf(y);
  b.require(shape.size() == 4, "needs an image");
  if (!b.ok())
    return;
  SmallVector<nn::Dim> channels{shape[0], shape[1]}, wanted = channels;
  wanted.append(2, nn::staticDim(1));
  bool isFlat = factors.size() == 2;
  b.require(nn::mayBeEqual(ArrayRef(factors), isFlat ? ArrayRef(channels) : ArrayRef(wanted)),
            "its first bottom is " + nn::toString(factors) + ", needs a number for each channel, " +
                nn::toString(wanted));
  b.require(nn::mayBeEqual(ArrayRef(shape), ArrayRef(added)),
            "bottoms of different shapes, " + nn::toString(shape) + " and " + nn::toString(added));
  if (!b.ok())
    return;
  if (isFlat)
    a = b.reshapePart("a", a, wanted);
  Value product = b.part<nn::MulOp>("scaled", b.f32(), x, a);
  b.emit<nn::AddOp>(b.f32(), product, y);
}

static size_t scaleBlobs(const proto::LayerParameter &layer) {
  return (layer.bottom_size() < 2 ? 1 : 0) + (layer.scale_param().bias_term() ? 1 : 0);
}
static size_t biasBlobs(const proto::LayerParameter &layer) {
  return layer.bottom_size() < 2 ? 1 : 0;
}

ArrayRef<OpEntry> arithmeticOps() {
  static constexpr OpEntry ops[] = {{"Eltwise", eltwise},
                                    {"Scale", scale, scaleBlobs},
                                    {"Bias", bias, biasBlobs},
                                    {"Axpy", axpy}};
  return ops;
}

} // namespace qopt::caffe

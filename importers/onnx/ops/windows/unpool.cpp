// MaxUnpool: what a pool chose, put back where its places say.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::onnx {

// Returns the shape that the pool read, if its windows left no rest.
static SmallVector<nn::Dim> unpooledShape(Binder &b, Value x) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  SmallVector<nn::Dim> shape = llvm::to_vector(nn::symbolicShape(x));
  size_t rank = shape.size() - 2;
  Ints kernel, strides(rank, 1), pads(2 * rank, 0);
  b.attr("kernel_shape", kernel).attr("strides", strides).attr("pads", pads);
  b.require(kernel.size() == rank && strides.size() == rank && pads.size() == 2 * rank,
            "kernel_shape, strides and pads do not agree with the input");
  b.bounded(kernel, 1, most, "kernel_shape").bounded(strides, 1, most, "stride");
  b.bounded(pads, 0, most, "pad");
  for (size_t i = 0; i < rank && b.ok(); ++i) {
    auto starts = nn::subtract(shape[2 + i], nn::staticDim(1));
    auto reach = starts ? nn::multiply(*starts, nn::staticDim(strides[i])) : std::nullopt;
    auto size =
        reach ? nn::add(*reach, nn::staticDim(kernel[i] - pads[i] - pads[rank + i])) : std::nullopt;
    b.support(size.has_value(), "of a size that is too large");
    b.require(!size || nn::isLess(*size, nn::staticDim(1)) != true, "pads leave no element");
    shape[2 + i] = size.value_or(shape[2 + i]);
  }
  return shape;
}

// A larger output has what was put back in its first corner.
static Ints readBorder(Binder &b, ArrayRef<nn::Dim> shape) {
  Ints high(shape.size(), 0);
  IntTensor wanted;
  if (!b.has(2) || !b.ints(2, wanted).ok())
    return high;
  b.require(wanted.values.size() == shape.size(), "output_shape has another rank");
  for (size_t i = 0; i < shape.size() && b.ok(); ++i) {
    auto more = nn::subtract(wanted.values[i], shape[i]);
    b.support(more && more->isStatic(), "of an output_shape that varies with the input's shape");
    b.require(!more || !more->isStatic() || more->value() >= 0,
              "output_shape is smaller than what was pooled");
    if (b.ok())
      high[i] = more->value();
  }
  return high;
}

static Attribute zeroOf(Binder &b, Type element) {
  OpBuilder builder(b.context());
  if (isa<FloatType>(element))
    return builder.getF32FloatAttr(0);
  return builder.getI64IntegerAttr(0);
}

// Places that the file holds lie in what they fill; computed ones are looked at as they come.
static void checkPlaces(Binder &b, const nn::Dim &all) {
  qrt::Tensor places;
  if (!all.isStatic() || !b.isConstant(1) || !b.constant(1, places).ok())
    return;
  b.require(places.type() == qrt::ElementType::I64, "places must be INT64");
  if (!b.ok())
    return;
  for (int64_t place : places.values<int64_t>())
    b.require(place >= 0 && place < all.value(),
              "place " + Twine(place) + " lies outside its " + all.text() + " elements");
}

static void maxUnpool(Binder &b) {
  Value x, places;
  b.arity(2, 3).movable(0, x).any(1, places).require(b.has("kernel_shape"),
                                                     "names no kernel_shape");
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 3, "needs an image")
      .support(!nn::isQuantized(x.getType()), "of quantized values");
  if (!b.ok())
    return;
  Type element = elementOf(x);
  SmallVector<nn::Dim> shape = unpooledShape(b, x);
  Ints high = readBorder(b, shape), low(shape.size(), 0);
  std::optional<nn::Dim> count = nn::productOf(nn::symbolicShape(x)), all = nn::productOf(shape);
  b.support(count && all, "of a size that is too large");
  if (b.ok())
    checkPlaces(b, *all);
  if (!b.ok())
    return;
  std::optional<qrt::ElementType> type = nn::storageType(element);
  qrt::Tensor zero = qrt::Tensor::allocate(*type, {1});
  std::memset(zero.mutableData(), 0, qrt::bitWidth(*type) / 8);
  Value one = b.constantPart("zero", RankedTensorType::get({1}, element), zero);
  Value empty = b.partAs<nn::ExpandOp>("empty", *all, element, one);
  Value values = b.reshapePart("values", x, *count);
  Value flat = b.reshapePart("places", places, *count);
  Value filled =
      b.part<nn::ScatterElementsOp>("filled", element, empty, flat, values, uint64_t(0), "none");
  if (llvm::all_of(high, [](int64_t more) { return more == 0; }))
    return b.emitReshape(filled, shape);
  Value image = b.reshapePart("image", filled, shape);
  b.emit<nn::PadOp>(element, image, low, high, zeroOf(b, element));
}

ArrayRef<OpEntry> unpoolOps() {
  static constexpr OpEntry ops[] = {{"MaxUnpool", maxUnpool}};
  return ops;
}

} // namespace qopt::onnx

// Pad in its modes: a constant border, or one of the tensor's own elements; negative pads cut.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::onnx {

// Two entries for each dimension: all lows, then all highs.
static Ints readPadding(Binder &b, int64_t rank) {
  Ints pads;
  std::optional<Ints> axes;
  if (b.opset() < 11)
    b.attr(b.opset() < 2 ? "paddings" : "pads", pads);
  else
    b.ints(1, pads);
  if (b.has(3)) {
    Ints named;
    b.ints(3, named);
    for (int64_t &axis : named)
      b.axis(axis, rank);
    axes = named;
  }
  size_t count = axes ? axes->size() : size_t(rank);
  b.require(pads.size() == 2 * count, "pads needs two entries for each dimension");
  if (!b.ok() || !axes)
    return pads;
  Ints full(2 * rank, 0);
  for (size_t i = 0; i < count; ++i) {
    full[(*axes)[i]] = pads[i];
    full[rank + (*axes)[i]] = pads[count + i];
  }
  return full;
}

// nn.pad has a border's real value, where ONNX pads what is stored.
static Attribute realOf(OpBuilder &builder, int64_t step, const nn::QuantParams &params) {
  return builder.getF32FloatAttr(float(params.scale * double(step - params.zeroPoint)));
}

// Returns the value of the border, as nn.pad has it.
static Attribute borderOf(Binder &b, Type element) {
  OpBuilder builder(b.context());
  std::optional<nn::QuantParams> params = nn::quantParams(element);
  b.support(params || !nn::isQuantized(element), "of steps quantized per axis");
  float value = 0;
  if (b.opset() < 11)
    b.attr("value", value);
  if (!b.has(2))
    return params ? realOf(builder, 0, *params) : builder.getF32FloatAttr(value);
  qrt::Tensor tensor;
  if (!b.constant(2, tensor).ok())
    return {};
  b.require(tensor.size() == 1 && tensor.type() == nn::storageType(element),
            "constant_value must be one element of the input's type");
  if (!b.ok())
    return {};
  b.support(tensor.type() != qrt::ElementType::U64 || qrt::integerAt(tensor, 0) >= 0,
            "with a constant_value of 2^63 or more");
  if (params)
    return realOf(builder, qrt::integerAt(tensor, 0), *params);
  if (!qrt::isFloat(tensor.type()))
    return builder.getI64IntegerAttr(qrt::integerAt(tensor, 0));
  return builder.getF32FloatAttr(
      qrt::visitValues(tensor, [](auto values) { return float(values[0]); }));
}

// Cuts away what negative pads say; they are 0 afterwards. Returns null where nothing is left to
// do.
static Value cut(Binder &b, Value x, Ints &pads) {
  int64_t rank = rankOf(x);
  SmallVector<nn::Dim> sizes = llvm::to_vector(nn::symbolicShape(x));
  Ints starts(rank, 0), steps(rank, 1);
  bool cuts = false;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t less = std::min<int64_t>(pads[i], 0) + std::min<int64_t>(pads[rank + i], 0);
    cuts |= less != 0;
    starts[i] = std::max<int64_t>(-pads[i], 0);
    std::optional<nn::Dim> left = nn::add(sizes[i], nn::staticDim(less));
    b.support(left && nn::isLess(*left, nn::staticDim(1)) != true, "that cuts everything away");
    sizes[i] = left.value_or(sizes[i]);
    pads[i] = std::max<int64_t>(pads[i], 0);
    pads[rank + i] = std::max<int64_t>(pads[rank + i], 0);
  }
  if (!cuts || !b.ok())
    return x;
  if (llvm::any_of(pads, [](int64_t pad) { return pad != 0; }))
    return b.partAs<nn::SliceOp>("cut", sizes, elementOf(x), x, starts, steps);
  b.emitAs<nn::SliceOp>(sizes, elementOf(x), x, starts, steps);
  return {};
}

static void pad(Binder &b) {
  Value x;
  std::string mode = "constant";
  b.arity(b.opset() < 11 ? 1 : 2, b.opset() < 11 ? 1 : 4).movable(0, x).attr("mode", mode);
  b.require(mode == "constant" || mode == "reflect" || mode == "edge" || mode == "wrap",
            "mode is '" + mode + "'");
  if (!b.ok())
    return;
  int64_t rank = rankOf(x);
  Type element = elementOf(x);
  Attribute border = borderOf(b, element);
  Ints pads = readPadding(b, rank);
  b.bounded(pads, -(int64_t(1) << 40), std::numeric_limits<int64_t>::max(), "pad");
  for (int64_t one : pads)
    b.support(one < int64_t(1) << 30, "with pads of 2^30 and more");
  if (b.ok())
    x = cut(b, x, pads);
  if (!b.ok() || !x)
    return;
  if (llvm::all_of(pads, [](int64_t one) { return one == 0; }))
    return void(b.alias(0, 0));
  ArrayRef<int64_t> low = ArrayRef(pads).take_front(rank), high = ArrayRef(pads).drop_front(rank);
  if (mode == "constant")
    b.emit<nn::PadOp>(element, x, low, high, border);
  else
    b.emit<nn::ExtendOp>(element, x, low, high, mode);
}

ArrayRef<OpEntry> padOps() {
  static constexpr OpEntry ops[] = {{"Pad", pad}};
  return ops;
}

} // namespace qopt::onnx

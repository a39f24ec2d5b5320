// CausalConvWithState: what a channel saw before, then a convolution of each channel alone.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"

using namespace mlir;

namespace qopt::onnx {

// The state in front of the input; without one, zeros.
static Value behindState(Binder &b, Value x, int64_t count) {
  if (count == 0 || !b.ok())
    return x;
  if (!b.has(3))
    return b.part<nn::PadOp>("padded", b.f32(), x, Ints{0, 0, count}, Ints{0, 0, 0}, APFloat(0.0f));
  Value past;
  b.input(3, past);
  return b.part<nn::ConcatOp>("padded", b.f32(), SmallVector<Value>{past, x}, uint64_t(2));
}

// The last `count` columns; of a kernel of one element, none.
static void bindState(Binder &b, Value padded, nn::Dim length, int64_t count) {
  if (!b.ok() || !b.isRead(1))
    return;
  SmallVector<nn::Dim> shape = dimsOf(padded);
  shape[2] = nn::staticDim(count);
  b.support(length.isStatic() && (count > 0 || shape[0].isStatic()),
            "with a state, of an input whose length varies; give --shape");
  if (!b.ok())
    return;
  if (count == 0) {
    qrt::Shape none{shape[0].value(), shape[1].value(), 0};
    return b.bindReal(1, b.constantPart("state", RankedTensorType::get(none, b.f32()),
                                        qrt::Tensor::allocate(qrt::ElementType::F32, none)));
  }
  b.bindReal(1, b.partAs<nn::SliceOp>("state", shape, b.f32(), padded, Ints{0, 0, length.value()},
                                      Ints{1, 1, 1}));
}

static void causalConv(Binder &b) {
  Value x, weights, bias;
  std::string activation = "none";
  b.arity(2, 4).input(0, x).input(1, weights).optional(2, bias).attr("activation", activation);
  bool activates = activation == "silu" || activation == "swish";
  b.require(activates || activation == "none" || activation.empty(),
            "activation '" + activation + "' is unknown");
  if (!b.ok())
    return;
  b.require(rankOf(x) == 3 && rankOf(weights) == 3, "input and weights must have rank 3");
  if (!b.ok())
    return;
  nn::Dim channels = dimsOf(weights)[0], kernel = dimsOf(weights)[2];
  b.support(channels.isStatic() && kernel.isStatic(), "with weights whose shape varies");
  if (!b.ok())
    return;
  int64_t count = kernel.value() - 1;
  Value padded = behindState(b, x, count);
  Value y = b.part<nn::Conv2dOp>(activates ? "conv" : "", b.f32(), padded, weights, bias, Value(),
                                 Ints{1}, Ints{0, 0}, Ints{1}, uint64_t(channels.value()));
  if (activates)
    y = b.part<nn::SwishOp>("", b.f32(), y, APFloat(1.0f));
  b.bindReal(0, y);
  bindState(b, padded, dimsOf(x)[2], count);
}

ArrayRef<OpEntry> causalConvOps() {
  static constexpr OpEntry ops[] = {{"CausalConvWithState", causalConv}};
  return ops;
}

} // namespace qopt::onnx

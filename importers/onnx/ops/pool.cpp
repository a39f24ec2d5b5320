// MaxPool, AveragePool and the global pools.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// How far the high pads grow when the output size is rounded up.
static std::array<int64_t, 2> ceilExtensions(Binder &b, Value x, const Window &window) {
  bool ceil = false;
  b.attr("ceil_mode", ceil);
  if (!ceil || !b.ok())
    return {0, 0};
  auto shape = cast<RankedTensorType>(x.getType()).getShape();
  b.support(!ShapedType::isDynamic(shape[2]) && !ShapedType::isDynamic(shape[3]),
            "ceil_mode=1 on images of dynamic size; give --shape");
  return {ceilExtension(window.axis(0, shape[2])), ceilExtension(window.axis(1, shape[3]))};
}

static void maxPool(Binder &b) {
  Value x;
  Window window;
  int64_t storageOrder = 0;
  b.arity(1, 1).input(0, x).attr("storage_order", storageOrder);
  b.support(!b.isRead(1), "its second output, the indices");
  readWindow(b, x, window);
  auto extension = ceilExtensions(b, x, window);
  for (unsigned i = 0; i < 2; ++i)
    window.pads[i + 2] += extension[i];
  b.emit<nn::MaxPool2dOp>(b.f32(), x, window.kernel, window.strides, window.pads, window.dilations);
}

// Positions added by ceil_mode never count, those of `pads` may: then these
// become real zeros first, and only the extension stays padding.
static void averagePool(Binder &b) {
  Value x;
  Window window;
  bool countPads = false;
  b.arity(1, 1).input(0, x).attr("count_include_pad", countPads);
  readWindow(b, x, window);
  auto extension = ceilExtensions(b, x, window);
  bool extends = extension[0] || extension[1];
  if (b.ok() && countPads && extends) {
    Ints &p = window.pads;
    x = b.part<nn::PadOp>("pad", b.f32(), x, Ints{0, 0, p[0], p[1]}, Ints{0, 0, p[2], p[3]},
                          APFloat(0.0f));
    p = {0, 0, 0, 0};
    countPads = false;
  }
  for (unsigned i = 0; i < 2; ++i)
    window.pads[i + 2] += extension[i];
  b.emit<nn::AvgPool2dOp>(b.f32(), x, window.kernel, window.strides, window.pads, window.dilations,
                          countPads);
}

template <typename Reduce> static void globalPool(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 3, "needs an image");
  Ints axes;
  for (int64_t axis = 2; axis < rankOf(x); ++axis)
    axes.push_back(axis);
  b.emit<Reduce>(b.f32(), x, axes, /*keep_dims=*/true);
}

ArrayRef<OpEntry> poolOps() {
  static constexpr OpEntry ops[] = {{"MaxPool", maxPool},
                                    {"AveragePool", averagePool},
                                    {"GlobalAveragePool", globalPool<nn::ReduceMeanOp>},
                                    {"GlobalMaxPool", globalPool<nn::ReduceMaxOp>}};
  return ops;
}

} // namespace qopt::onnx

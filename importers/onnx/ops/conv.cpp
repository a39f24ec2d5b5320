// Conv, and the attributes of sliding windows.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

static void resolveAutoPad(Binder &b, Value image, const std::string &mode, Window &window) {
  if (mode == "NOTSET" || mode.empty() || !b.ok())
    return;
  b.require(mode == "VALID" || mode == "SAME_UPPER" || mode == "SAME_LOWER",
            "auto_pad '" + mode + "' is unknown");
  window.pads = {0, 0, 0, 0};
  if (mode == "VALID" || !b.ok())
    return;
  auto shape = cast<RankedTensorType>(image.getType()).getShape();
  for (unsigned i = 0; i < 2 && b.ok(); ++i) {
    b.support(!ShapedType::isDynamic(shape[i + 2]),
              "auto_pad=" + mode + " on images of dynamic size; give --shape");
    std::tie(window.pads[i], window.pads[i + 2]) =
        samePads(window.axis(i, shape[i + 2]), mode == "SAME_LOWER");
  }
}

static void readPads(Binder &b, Window &window) {
  if (!b.has("pads"))
    return;
  b.attr("pads", window.pads)
      .require(window.pads.size() == 4, "pads needs 4 entries")
      .support(llvm::all_of(window.pads, [](int64_t p) { return p >= 0; }), "negative pads");
}

void readWindow(Binder &b, Value image, Window &window) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  if (!b.ok())
    return;
  b.support(rankOf(image) == 4, "of rank " + Twine(rankOf(image)) + ", images of rank 4 are read");
  if (!b.ok())
    return;
  Ints kernel = window.kernel;
  std::string mode = "NOTSET";
  b.attr("kernel_shape", kernel).attr("strides", window.strides);
  b.attr("dilations", window.dilations).attr("auto_pad", mode);
  readPads(b, window);
  b.require(window.kernel.empty() || kernel == window.kernel,
            "kernel_shape differs from the weights' shape")
      .require(kernel.size() == 2, "kernel_shape needs 2 entries")
      .require(window.strides.size() == 2, "strides needs 2 entries")
      .require(window.dilations.size() == 2, "dilations needs 2 entries");
  b.bounded(kernel, 1, most, "kernel_shape").bounded(window.strides, 1, most, "stride");
  b.bounded(window.dilations, 1, most, "dilation").bounded(window.pads, 0, most, "pad");
  for (int64_t size : cast<RankedTensorType>(image.getType()).getShape().drop_front(2))
    if (!ShapedType::isDynamic(size))
      b.bounded(size, 1, most, "image size");
  window.kernel = kernel;
  resolveAutoPad(b, image, mode, window);
}

static void conv(Binder &b) {
  Value x, weights, bias;
  int64_t groups = 1;
  b.arity(2, 3).input(0, x).input(1, weights).optional(2, bias).attr("group", groups);
  b.bounded(groups, 1, int64_t(1) << 31, "group");
  if (!b.ok())
    return;
  b.support(rankOf(x) == 4, "of rank " + Twine(rankOf(x)) + ", images of rank 4 are read")
      .require(rankOf(weights) == rankOf(x), "weights and input have different ranks");
  if (!b.ok())
    return;
  Window window;
  window.kernel.assign(cast<RankedTensorType>(weights.getType()).getShape().drop_front(2));
  readWindow(b, x, window);
  b.emit<nn::Conv2dOp>(b.f32(), x, weights, bias, Value(), window.strides, window.pads,
                       window.dilations, uint64_t(groups));
}

ArrayRef<OpEntry> convOps() {
  static constexpr OpEntry ops[] = {{"Conv", conv}};
  return ops;
}

} // namespace qopt::onnx

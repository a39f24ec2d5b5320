// The attributes of sliding windows.
#include "importers/onnx/ops/windows/window.h"

#include "ir/types/dims.h"

using namespace mlir;

namespace qopt::onnx {

static void resolveAutoPad(Binder &b, Value image, const std::string &mode, Window &window) {
  if (mode == "NOTSET" || mode.empty() || !b.ok())
    return;
  b.require(mode == "VALID" || mode == "SAME_UPPER" || mode == "SAME_LOWER",
            "auto_pad '" + mode + "' is unknown");
  size_t rank = window.rank();
  window.pads.assign(2 * rank, 0);
  if (mode == "VALID" || !b.ok())
    return;
  auto shape = cast<RankedTensorType>(image.getType()).getShape();
  for (size_t i = 0; i < rank && b.ok(); ++i) {
    // If the stride is 1 the size does not matter.
    bool isOpen = ShapedType::isDynamic(shape[i + 2]);
    b.support(!isOpen || window.strides[i] == 1,
              "auto_pad=" + mode + " on images of dynamic size; give --shape");
    std::tie(window.pads[i], window.pads[i + rank]) =
        samePads(window.axis(i, isOpen ? 1 : shape[i + 2]), mode == "SAME_LOWER");
  }
}

static void readPads(Binder &b, Window &window) {
  if (!b.has("pads"))
    return;
  size_t count = window.pads.size();
  b.attr("pads", window.pads)
      .require(window.pads.size() == count, "pads needs " + Twine(count) + " entries")
      .support(llvm::all_of(window.pads, [](int64_t p) { return p >= 0; }), "negative pads");
}

void readWindow(Binder &b, Value image, Window &window, std::string &mode) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  if (!b.ok())
    return;
  int64_t rank = rankOf(image);
  b.support(rank >= 3 && rank <= 5, "of rank " + Twine(rank) + ", images of rank 3 to 5 are read");
  if (!b.ok())
    return;
  size_t count = size_t(rank) - 2;
  window.strides.assign(count, 1);
  window.dilations.assign(count, 1);
  window.pads.assign(2 * count, 0);
  Ints kernel = window.kernel;
  b.attr("kernel_shape", kernel).attr("strides", window.strides);
  b.attr("dilations", window.dilations).attr("auto_pad", mode);
  readPads(b, window);
  std::string needs = " needs " + std::to_string(count) + " entries";
  b.require(window.kernel.empty() || kernel == window.kernel,
            "kernel_shape differs from the weights' shape")
      .require(kernel.size() == count, "kernel_shape" + needs)
      .require(window.strides.size() == count, "strides" + needs)
      .require(window.dilations.size() == count, "dilations" + needs);
  b.bounded(kernel, 1, most, "kernel_shape").bounded(window.strides, 1, most, "stride");
  b.bounded(window.dilations, 1, most, "dilation").bounded(window.pads, 0, most, "pad");
  for (int64_t size : cast<RankedTensorType>(image.getType()).getShape().drop_front(2))
    if (!ShapedType::isDynamic(size))
      b.bounded(size, 1, most, "image size");
  window.kernel = kernel;
}

void readWindow(Binder &b, Value image, Window &window) {
  std::string mode = "NOTSET";
  readWindow(b, image, window, mode);
  resolveAutoPad(b, image, mode, window);
}

bool applyCeilMode(Binder &b, Value image, Window &window) {
  bool ceil = false, extends = false;
  b.attr("ceil_mode", ceil);
  if (!ceil || !b.ok())
    return false;
  auto shape = cast<RankedTensorType>(image.getType()).getShape();
  for (size_t i = 0; i < window.rank() && b.ok(); ++i) {
    bool isOpen = ShapedType::isDynamic(shape[2 + i]);
    b.support(!isOpen || window.strides[i] == 1,
              "ceil_mode=1 on images of dynamic size; give --shape");
    int64_t extension = isOpen ? 0 : ceilExtension(window.axis(i, shape[2 + i]));
    window.pads[i + window.rank()] += extension;
    extends |= extension != 0;
  }
  return extends;
}

} // namespace qopt::onnx

#include "importers/tflite/ops/windows/window.h"

using namespace mlir;

namespace qopt::tflite {

void pad(Binder &b, Value x, schema::Padding padding, ImageWindow &window) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  b.bounded(window.kernel, 1, most, "window size")
      .bounded(window.strides, 1, most, "stride")
      .bounded(window.dilations, 1, most, "dilation");
  window.pads.assign(2 * window.rank(), 0);
  if (!b.ok() || padding == schema::Padding::VALID)
    return;
  b.require(padding == schema::Padding::SAME, "padding " + Twine(int(padding)) + " is unknown");
  SmallVector<nn::Dim> shape = dimsOf(x);
  for (size_t i = 0; b.ok() && i < window.rank(); ++i) {
    const nn::Dim &size = shape[2 + i];
    b.support(size.isStatic() || window.strides[i] == 1,
              "with padding SAME and a stride on images of open size; give --shape");
    if (!b.ok())
      return;
    auto [low, high] =
        samePads(window.axis(i, size.isStatic() ? size.value() : 1), /*extraLow=*/false);
    window.pads[i] = low;
    window.pads[i + window.rank()] = high;
  }
}

void readImage(Binder &b, Value &image) {
  image = b.real(0, channelsFirst(4));
  if (!b.ok())
    return;
  b.require(rankOf(image) == 4, "an image of rank " + Twine(rankOf(image)) + ", not 4");
  if (b.ok())
    b.support(dimsOf(image)[1].isStatic(), "of an input whose channels vary; give --shape");
}

} // namespace qopt::tflite

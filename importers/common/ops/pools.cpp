#include "importers/common/ops/pools.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt {

// `pool(name, x, window)` over at most two dimensions.
template <typename Pool>
static Value pooled(LayerBinder &b, StringRef name, Value x, const ImageWindow &window, Pool pool) {
  if (!b.ok())
    return {};
  if (window.rank() < 3)
    return pool(name, x, window);
  std::string prefix = name.empty() ? "" : (name + "/").str();
  nn::SymbolicShape shape = nn::symbolicShape(x);
  auto planes = nn::multiply(shape[1], shape[2]);
  b.support(planes.has_value(), "of so many channels");
  if (!b.ok())
    return {};
  Value flat = b.reshapePart(prefix + "planes", x, {shape[0], *planes, shape[3], shape[4]});
  Value plane = b.ok() ? pool(prefix + "plane", flat, window.along(1, 2)) : Value();
  if (!b.ok())
    return {};
  nn::SymbolicShape out = nn::symbolicShape(plane);
  auto pixels = nn::multiply(out[2], out[3]);
  b.support(pixels.has_value(), "of such an image");
  if (!b.ok())
    return {};
  Value columns = b.reshapePart(prefix + "columns", plane, {shape[0], shape[1], shape[2], *pixels});
  ImageWindow deep = window.along(0, 1);
  ImageWindow depth{{deep.kernel[0], 1},
                    {deep.strides[0], 1},
                    {deep.dilations[0], 1},
                    {deep.pads[0], 0, deep.pads[1], 0}};
  Value y = b.ok() ? pool(prefix + "depth", columns, depth) : Value();
  if (!b.ok())
    return {};
  return b.reshapePart(name, y, {shape[0], shape[1], nn::symbolicShape(y)[2], out[2], out[3]});
}

Value maxPool(LayerBinder &b, StringRef name, Value x, const ImageWindow &window) {
  return pooled(b, name, x, window, [&](StringRef part, Value image, const ImageWindow &w) {
    return b.part<nn::MaxPool2dOp>(part, elementOf(image), image, w.kernel, w.strides, w.pads,
                                   w.dilations);
  });
}

// The counted pads as zeros of the image, for windows that have others, too.
static Value withZeros(LayerBinder &b, StringRef name, Value x, ArrayRef<int64_t> pads) {
  Ints low{0, 0}, high{0, 0};
  low.append(pads.begin(), pads.begin() + pads.size() / 2);
  high.append(pads.begin() + pads.size() / 2, pads.end());
  return b.part<nn::PadOp>(name.empty() ? "pad" : (name + "/pad").str(), elementOf(x), x, low, high,
                           APFloat(0.0f));
}

Value averagePool(LayerBinder &b, StringRef name, Value x, ImageWindow window,
                  ArrayRef<int64_t> counted) {
  bool countPads = llvm::any_of(counted, [](int64_t pad) { return pad != 0; });
  if (countPads && counted != ArrayRef(window.pads)) {
    x = withZeros(b, name, x, counted);
    for (size_t i = 0; i < counted.size(); ++i)
      window.pads[i] -= counted[i];
    countPads = false;
  }
  return pooled(b, name, x, window, [&](StringRef part, Value image, const ImageWindow &w) {
    return b.part<nn::AvgPool2dOp>(part, elementOf(image), image, w.kernel, w.strides, w.pads,
                                   w.dilations, countPads);
  });
}

} // namespace qopt

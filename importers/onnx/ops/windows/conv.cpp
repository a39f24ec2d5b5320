// Conv and ConvTranspose.
#include "importers/onnx/ops/windows/conv.h"
#include "importers/common/ops/convolutions.h"
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

static Window windowOf(Value weights) {
  Window window;
  window.kernel.assign(cast<RankedTensorType>(weights.getType()).getShape().drop_front(2));
  return window;
}

// Reads the inputs and groups of a convolution or of its transposed form. If steps will change the
// weights (`changes`, or images of rank 5), constant weights are the layer's own copy.
static void readFactors(Binder &b, Value &x, Value &weights, int64_t &groups, bool changes) {
  b.input(0, x).attr("group", groups);
  b.bounded(groups, 1, int64_t(1) << 31, "group");
  if (!b.ok())
    return;
  int64_t rank = rankOf(x);
  b.support(rank >= 3 && rank <= 5, "of rank " + Twine(rank) + ", images of rank 3 to 5 are read");
  if (changes || rank == 5)
    reshapable(b, 1, weights);
  else
    b.input(1, weights);
  if (!b.ok())
    return;
  b.require(rankOf(weights) == rank, "weights and input have different ranks")
      .support(nn::symbolicShape(x)[1].isStatic(), "of an input whose channels vary; give --shape");
}

Value convPart(Binder &b, StringRef name) {
  Value x, weights, bias;
  int64_t groups = 1;
  readFactors(b, x, weights, groups, /*changes=*/false);
  b.optional(2, bias);
  if (!b.ok())
    return {};
  Window window = windowOf(weights);
  readWindow(b, x, window);
  return convolve(b, name, x, weights, bias, window, groups);
}

static void conv(Binder &b) {
  b.arity(2, 3);
  b.bindReal(0, convPart(b, ""));
}

// A result of `size`: pads where the window gives more, nothing to add where it gives less.
static void padTo(Transposition &t, size_t i, int64_t in, int64_t size, bool extraHigh) {
  Window &w = t.window;
  int64_t total = w.strides[i] * (in - 1) + t.extra[i] + w.axis(i, in).reach() - size;
  int64_t less = std::max<int64_t>(total, 0) / 2, more = std::max<int64_t>(total, 0) - less;
  w.pads[i] = extraHigh ? less : more;
  w.pads[i + w.rank()] = extraHigh ? more : less;
  if (total < 0)
    t.extra[i] -= total;
}

// output_shape and auto_pad say the result's sizes, from which pads follow.
static void resolveSizes(Binder &b, Value image, const std::string &mode, Transposition &t) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  auto shape = cast<RankedTensorType>(image.getType()).getShape().drop_front(2);
  size_t rank = t.window.rank();
  Ints sizes;
  b.attr("output_shape", sizes).bounded(sizes, 1, most, "output size");
  b.require(sizes.empty() || sizes.size() == rank || sizes.size() == rank + 2,
            "output_shape needs " + Twine(rank) + " entries");
  b.require(mode == "NOTSET" || mode.empty() || mode == "VALID" || mode == "SAME_UPPER" ||
                mode == "SAME_LOWER",
            "auto_pad '" + mode + "' is unknown");
  if (!b.ok())
    return;
  bool isSame = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  if (isSame || mode == "VALID")
    t.window.pads.assign(2 * rank, 0);
  if (sizes.size() > rank)
    sizes.erase(sizes.begin(), sizes.begin() + 2);
  for (size_t i = 0; i < rank && b.ok(); ++i) {
    bool isOpen = ShapedType::isDynamic(shape[i]);
    b.support(sizes.empty() || !isOpen, "output_shape on images of dynamic size; give --shape");
    if (!sizes.empty() && b.ok())
      padTo(t, i, shape[i], sizes[i], mode == "SAME_UPPER");
    else if (isSame) // pads do not depend on the image's size
      padTo(t, i, 1, t.window.strides[i], mode == "SAME_UPPER");
  }
}

static void convTranspose(Binder &b) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  Value x, weights, bias;
  Transposition t;
  std::string mode = "NOTSET";
  b.arity(2, 3);
  readFactors(b, x, weights, t.groups, /*changes=*/true);
  if (b.has(2))
    reshapable(b, 2, bias);
  if (!b.ok())
    return;
  t.window = windowOf(weights);
  readWindow(b, x, t.window, mode);
  if (!b.ok())
    return;
  t.extra.assign(t.window.rank(), 0);
  b.attr("output_padding", t.extra).bounded(t.extra, 0, most, "output_padding");
  b.require(t.extra.size() == t.window.rank(),
            "output_padding needs " + Twine(t.window.rank()) + " entries");
  auto shape = cast<RankedTensorType>(weights.getType()).getShape();
  b.require(shape[0] % t.groups == 0,
            "weights of " + Twine(shape[0]) + " channels in " + Twine(t.groups) + " groups");
  b.require(!bias || (rankOf(bias) == 1 &&
                      cast<RankedTensorType>(bias.getType()).getShape()[0] == shape[1] * t.groups),
            "the bias needs an entry for each channel of the result");
  if (b.ok())
    resolveSizes(b, x, mode, t);
  b.bindReal(0, convolveTransposed(b, x, weights, bias, t));
}

ArrayRef<OpEntry> convOps() {
  static constexpr OpEntry ops[] = {{"Conv", conv}, {"ConvTranspose", convTranspose}};
  return ops;
}

} // namespace qopt::onnx

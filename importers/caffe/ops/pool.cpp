// Pooling and SPP. Sizes are rounded up, and what a window has outside the padded image counts
// nothing.
#include "importers/caffe/graph/op_table.h"
#include "importers/caffe/ops/window.h"
#include "importers/common/ops/pools.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

using proto::PoolingParameter;

// Caffe's own check.
static void smallPads(Binder &b, const ImageWindow &window) {
  for (size_t i = 0; b.ok() && i < window.rank(); ++i)
    b.require(window.padLow(i) < window.kernel[i], "pad " + Twine(window.padLow(i)) +
                                                       " is no smaller than the kernel, " +
                                                       Twine(window.kernel[i]));
}

// The high pads grow by what the last, incomplete window needs.
static void roundUp(Binder &b, Value x, ImageWindow &window) {
  auto shape = dimsOf(x);
  bool isPadded = llvm::any_of(window.pads, [](int64_t pad) { return pad != 0; });
  for (size_t i = 0; b.ok() && i < window.rank(); ++i) {
    const nn::Dim &size = shape[2 + i];
    b.support(size.isStatic() || window.strides[i] == 1,
              "with a stride on images of open size; give --shape");
    if (!b.ok() || !size.isStatic())
      continue;
    // Without pads Caffe keeps a window that begins behind the image, and computes of nothing.
    int64_t stride = window.strides[i], reach = window.axis(i, size.value()).reach();
    int64_t steps =
        (std::max<int64_t>(size.value() + 2 * window.padLow(i) - reach, 0) + stride - 1) / stride;
    b.support(isPadded || steps * stride < size.value(),
              "with a stride that leaves the last window behind the image");
    int64_t missing = reach - size.value() - 2 * window.padLow(i);
    bool isSmaller = missing > 0 && missing < stride; // one window, of what there is
    window.pads[i + window.rank()] +=
        isSmaller ? missing : ceilExtension(window.axis(i, size.value()));
  }
}

static Value pooled(Binder &b, StringRef name, Value x, PoolingParameter::PoolMethod method,
                    ImageWindow window, bool roundsUp) {
  b.support(method != PoolingParameter::STOCHASTIC, "stochastic, for training");
  if (!b.ok())
    return {};
  const Ints pads = window.pads; // count in a mean, those of rounding up do not
  if (roundsUp)
    roundUp(b, x, window);
  if (!b.ok())
    return {};
  return method == PoolingParameter::MAX ? maxPool(b, name, x, window)
                                         : averagePool(b, name, x, window, pads);
}

static void globalPool(Binder &b, Value x) {
  const PoolingParameter &p = b.param().pooling_param();
  Ints axes = llvm::to_vector<3>(llvm::seq<int64_t>(2, rankOf(x)));
  b.support(p.pool() != PoolingParameter::STOCHASTIC, "stochastic, for training");
  b.require(p.kernel_size_size() == 0 && !p.has_kernel_h() && !p.has_kernel_w(),
            "is global and says a kernel_size");
  auto isOnly = [](const auto &list, int64_t value) {
    return llvm::all_of(list, [=](int64_t one) { return one == value; });
  };
  b.require(isOnly(p.pad(), 0) && p.pad_h() == 0 && p.pad_w() == 0 && isOnly(p.stride(), 1) &&
                (!p.has_stride_h() || p.stride_h() == 1) &&
                (!p.has_stride_w() || p.stride_w() == 1),
            "is global, which takes no pad and a stride of 1");
  if (p.pool() == PoolingParameter::MAX)
    return b.emit<nn::ReduceMaxOp>(b.f32(), x, axes, /*keep_dims=*/true);
  b.emit<nn::ReduceMeanOp>(b.f32(), x, axes, /*keep_dims=*/true);
}

static void pooling(Binder &b) {
  const PoolingParameter &p = b.param().pooling_param();
  Value x;
  b.arity(1, 1);
  size_t rank = readImage(b, x);
  if (!b.ok())
    return;
  b.support(!b.isRead(1), "with its second top, the places of the maxima");
  if (p.global_pooling())
    return globalPool(b, x);
  bool roundsUp = p.round_mode() == PoolingParameter::CEIL && p.ceil_mode();
  ImageWindow window = readWindow(b, p, rank);
  smallPads(b, window);
  bool isDilated = llvm::any_of(window.dilations, [](int64_t step) { return step != 1; });
  b.support(p.pool() != PoolingParameter::AVE || !isDilated, "AVE with dilation");
  b.bindReal(0, pooled(b, "", x, p.pool(), window, roundsUp));
}

// Level l has 2^l windows along each dimension, which cover the image with equal pads on both
// sides.
static void pyramid(Binder &b) {
  const proto::SPPParameter &p = b.param().spp_param();
  Value x;
  b.arity(1, 1);
  size_t rank = readImage(b, x);
  b.bounded(p.pyramid_height(), 1, 10, "pyramid_height");
  if (!b.ok())
    return;
  auto shape = dimsOf(x);
  b.support(rank == 2, "over " + Twine(rank) + " dimensions; Caffe's SPP has two");
  if (!b.ok())
    return;
  b.support(shape[2].isStatic() && shape[3].isStatic(), "of images of open size; give --shape");
  SmallVector<Value> levels;
  for (int64_t level = 0; b.ok() && level < p.pyramid_height(); ++level) {
    ImageWindow window;
    int64_t bins = int64_t(1) << level;
    for (size_t i = 0; i < 2; ++i) {
      int64_t size = shape[2 + i].value(), kernel = (size + bins - 1) / bins;
      window.kernel.push_back(kernel);
      window.pads.push_back((kernel * bins - size + 1) / 2);
    }
    window.strides = window.kernel;
    window.dilations = {1, 1};
    window.pads.append({window.pads[0], window.pads[1]});
    for (size_t i = 0; i < 2; ++i)
      b.support(window.pads[i] < window.kernel[i],
                "of " + Twine(p.pyramid_height()) + " levels over so small an image");
    if (p.pyramid_height() == 1) // the pool itself, not one row
      return b.bindReal(0, pooled(b, "", x, p.pool(), window, /*roundsUp=*/true));
    std::string name = "level" + std::to_string(level);
    Value y = pooled(b, name, x, p.pool(), window, /*roundsUp=*/true);
    if (!b.ok())
      return;
    auto of = dimsOf(y);
    auto features = nn::productOf(ArrayRef(of).drop_front());
    b.require(features.has_value(), "the result is too large");
    if (b.ok())
      levels.push_back(b.reshapePart(name + "/row", y, {of[0], *features}));
  }
  b.emit<nn::ConcatOp>(b.f32(), levels, uint64_t(1));
}

ArrayRef<OpEntry> poolOps() {
  static constexpr OpEntry ops[] = {{"Pooling", pooling}, {"SPP", pyramid}};
  return ops;
}

} // namespace qopt::caffe

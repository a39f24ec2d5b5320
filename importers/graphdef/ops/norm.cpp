// FusedBatchNorm in its versions, BatchNormWithGlobalNormalization, LRN, Softmax, LogSoftmax.
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

static void fusedBatchNorm(Binder &b) {
  Value given, gamma, beta, mean, variance;
  float epsilon = 1e-4f, factor = 1;
  bool training = true;
  b.arity(5, 5).attr("epsilon", epsilon).attr("is_training", training);
  b.attr("exponential_avg_factor", factor);
  b.input(1, gamma).input(2, beta).support(
      !training,
      "is_training=true: its statistics are the batch's; freeze the graph for inference");
  b.require(epsilon >= 0, "epsilon is negative").any(0, given);
  if (!b.ok())
    return;
  ImageInput image = readImage(b, 0, std::max<int64_t>(rankOf(given), 4));
  b.input(3, mean).input(4, variance);
  if (b.ok())
    bindAs(b, image,
           b.part<nn::BatchNormOp>("", b.f32(), image.x, gamma, beta, mean, variance,
                                   APFloat(epsilon)));
}

// t, mean, variance, beta, gamma.
static void globalBatchNorm(Binder &b) {
  Value given, mean, variance, beta, gamma;
  float epsilon = 1e-4f;
  bool scales = true;
  b.arity(5, 5).attr("variance_epsilon", epsilon).attr("scale_after_normalization", scales);
  b.input(0, given).input(1, mean).input(2, variance).input(3, beta).input(4, gamma);
  b.require(epsilon >= 0, "variance_epsilon is negative");
  if (!b.ok())
    return;
  b.require(rankOf(given) == 4, "its input has rank " + Twine(rankOf(given)) + ", needs 4");
  if (b.ok() && !scales) {
    auto shape = cast<RankedTensorType>(mean.getType()).getShape();
    b.support(shape.size() == 1 && !ShapedType::isDynamic(shape[0]), "of such a mean");
    if (!b.ok())
      return;
    std::vector<float> ones(size_t(shape[0]), 1.0f);
    gamma = b.constantPart("gamma", RankedTensorType::get(shape, b.f32()),
                           qrt::Tensor::fromValues<float>({shape[0]}, ones));
  }
  Value image = b.image("nchw", given);
  b.bindImage(
      b.part<nn::BatchNormOp>("", b.f32(), image, gamma, beta, mean, variance, APFloat(epsilon)));
}

template <typename Op> static void softmax(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  b.require(!b.ok() || rankOf(x) >= 1, "of a scalar");
  if (!b.ok())
    return;
  if (Binder::isImage(x))
    return b.bindImage(b.part<Op>("", b.f32(), b.image("nchw", x), uint64_t(1)));
  b.emit<Op>(b.f32(), x, uint64_t(rankOf(x) - 1));
}

// x / (bias + alpha·Σ x²)^beta over 2·depth_radius + 1 channels, the last dimension.
static void lrn(Binder &b) {
  Value x;
  int64_t radius = 5;
  float bias = 1, alpha = 1, beta = 0.5f;
  b.arity(1, 1).input(0, x).attr("depth_radius", radius);
  b.attr("bias", bias).attr("alpha", alpha).attr("beta", beta);
  b.bounded(radius, 0, int64_t(1) << 31, "depth_radius")
      .support(radius < 32, "of windows of more than 64 channels");
  if (!b.ok())
    return;
  b.require(rankOf(x) == 4, "its input has rank " + Twine(rankOf(x)) + ", needs 4");
  Value image = b.image("nchw", x);
  const int64_t size = 2 * radius + 1;
  b.bindImage(b.part<nn::LrnOp>("", b.f32(), image, uint64_t(size), APFloat(alpha * float(size)),
                                APFloat(beta), APFloat(bias), /*within_channels=*/false));
}

ArrayRef<OpEntry> normOps() {
  static constexpr OpEntry ops[] = {{"FusedBatchNorm", fusedBatchNorm},
                                    {"FusedBatchNormV2", fusedBatchNorm},
                                    {"FusedBatchNormV3", fusedBatchNorm},
                                    {"BatchNormWithGlobalNormalization", globalBatchNorm},
                                    {"LRN", lrn},
                                    {"Softmax", softmax<nn::SoftmaxOp>},
                                    {"LogSoftmax", softmax<nn::LogSoftmaxOp>}};
  return ops;
}

} // namespace qopt::graphdef

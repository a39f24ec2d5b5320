// BatchNorm, LRN, MVN, and SSD's Normalize.
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

static Value vectorPart(Binder &b, StringRef name, std::span<const float> values) {
  int64_t size = int64_t(values.size());
  return b.constantPart(name, RankedTensorType::get({size}, b.f32()),
                        qrt::Tensor::fromValues<float>({size}, values));
}

// Blobs are sums over a moving window, and the window's length: mean = blob 0 / blob 2.
static std::vector<float> moment(Binder &b, unsigned index, StringRef what, int64_t channels,
                                 float length) {
  qrt::Tensor sums;
  if (!b.blob(index, what, sums).ok())
    return {};
  b.require(sums.size() == channels, "needs " + what + " of " + Twine(channels) + ", has " +
                                         Twine(sums.size()) + " in " + b.weightsName());
  if (!b.ok())
    return {};
  float factor = length == 0 ? 0 : 1 / length;
  std::vector<float> values(sums.values<float>().begin(), sums.values<float>().end());
  for (float &value : values)
    value *= factor;
  return values;
}

static void batchNorm(Binder &b) {
  const proto::BatchNormParameter &p = b.param().batch_norm_param();
  Value x;
  b.arity(1, 1).input(0, x).require(p.eps() >= 0, "eps is negative");
  b.support(!p.has_use_global_stats() || p.use_global_stats(),
            "with use_global_stats: false, whose answer depends on the other samples of the batch");
  b.support(p.has_use_global_stats() || !b.isTraining(),
            "in the phase TRAIN without use_global_stats: true, whose answer depends on the other "
            "samples of the batch");
  if (!b.ok())
    return;
  auto shape = dimsOf(x);
  b.support(shape.size() < 2 || shape[1].isStatic(),
            "of an input whose channels are not known; give --shape");
  if (!b.ok())
    return;
  int64_t channels = shape.size() < 2 ? 1 : shape[1].value();
  b.support(shape.size() >= 2, "of rank 1");
  qrt::Tensor length;
  b.blob(2, "length of the moving window", length);
  b.require(!b.ok() || length.size() == 1, "its third blob is no single number");
  if (!b.ok())
    return;
  float window = length.values<float>()[0];
  std::vector<float> mean = moment(b, 0, "mean", channels, window),
                     variance = moment(b, 1, "variance", channels, window);
  if (!b.ok())
    return;
  b.noteOdd(llvm::count_if(variance, [](float x) { return x < 0; }), channels, "variance",
            "negative");
  std::vector<float> ones(size_t(channels), 1.0f), zeros(size_t(channels), 0.0f);
  Value gamma = vectorPart(b, "gamma", ones), beta = vectorPart(b, "beta", zeros);
  b.emit<nn::BatchNormOp>(b.f32(), x, gamma, beta, vectorPart(b, "mean", mean),
                          vectorPart(b, "variance", variance), APFloat(p.eps()));
}

static void lrn(Binder &b) {
  const proto::LRNParameter &p = b.param().lrn_param();
  Value x;
  b.arity(1, 1).input(0, x);
  b.require(p.local_size() >= 1 && p.local_size() % 2 == 1,
            "local_size is " + Twine(p.local_size()) + ", needs an odd number");
  // Within a channel Caffe takes 1, whatever k says.
  bool isWithin = p.norm_region() == proto::LRNParameter::WITHIN_CHANNEL;
  if (b.ok())
    b.emit<nn::LrnOp>(b.f32(), x, uint64_t(p.local_size()), APFloat(p.alpha()), APFloat(p.beta()),
                      APFloat(isWithin ? 1.0f : p.k()), isWithin);
}

static void meanVariance(Binder &b) {
  const proto::MVNParameter &p = b.param().mvn_param();
  Value x;
  b.arity(1, 1).input(0, x).require(p.eps() >= 0, "eps is negative");
  if (!b.ok())
    return;
  if (!b.require(rankOf(x) >= 2, "needs channels").ok())
    return;
  if (rankOf(x) < 4) { // its top has four dimensions
    auto image = dimsOf(x);
    image.resize(4, nn::staticDim(1));
    x = b.reshapePart("image", x, image);
  }
  Ints axes = llvm::to_vector<4>(llvm::seq<int64_t>(p.across_channels() ? 1 : 2, rankOf(x)));
  if (p.normalize_variance())
    return b.emit<nn::MeanVarianceNormOp>(b.f32(), x, axes, APFloat(p.eps()));
  Value mean = b.part<nn::ReduceMeanOp>("mean", b.f32(), x, axes, /*keep_dims=*/true);
  b.emit<nn::SubOp>(b.f32(), x, mean);
}

// x / √(Σ x² + eps) · scale, over all of a sample or over its channels at each place.
static void normalize(Binder &b) {
  const proto::NormalizeParameter &p = b.param().norm_param();
  Value x, scale;
  b.arity(1, 1).input(0, x).require(p.eps() >= 0, "eps is negative");
  if (!b.ok())
    return;
  auto shape = dimsOf(x);
  b.require(shape.size() >= 2, "needs channels");
  b.support(p.channel_shared() || shape.size() < 2 || shape[1].isStatic(),
            "of an input whose channels are not known; give --shape");
  if (!b.ok())
    return;
  Ints sizes(p.channel_shared() ? 1 : shape.size() - 1, 1);
  sizes[0] = p.channel_shared() ? 1 : shape[1].value();
  if (!b.weights(0, "scale", sizes, scale).ok())
    return;
  Ints axes = llvm::to_vector(llvm::seq<int64_t>(1, p.across_spatial() ? rankOf(x) : 2));
  Value sum = b.part<nn::ReduceSumSquareOp>("squares", b.f32(), x, axes, /*keep_dims=*/true);
  Value above = b.part<nn::AddOp>("above_zero", b.f32(), sum, b.scalarPart("eps", p.eps()));
  Value norm = b.part<nn::SqrtOp>("norm", b.f32(), above);
  Value unit = b.part<nn::DivOp>("unit", b.f32(), x, norm);
  b.emit<nn::MulOp>(b.f32(), unit, scale);
}

ArrayRef<OpEntry> normOps() {
  static constexpr OpEntry ops[] = {{"BatchNorm", batchNorm, always<3>},
                                    {"LRN", lrn},
                                    {"MVN", meanVariance},
                                    {"Normalize", normalize, always<1>}};
  return ops;
}

} // namespace qopt::caffe

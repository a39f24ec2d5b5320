// Normalizations, also as ONNX Runtime's optimizer leaves them.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// Reads what all norms have: epsilon, and a promise about inner types that f32 keeps.
static void readEpsilon(Binder &b, float &epsilon) {
  int64_t stash = proto::TensorProto::FLOAT;
  b.attr("epsilon", epsilon).attr("stash_type", stash);
  b.require(epsilon >= 0, "epsilon is negative")
      .support(stash == proto::TensorProto::FLOAT, "stash_type " + Twine(stash) + ", only 1, f32");
}

// mean and 1/√(mean square + epsilon), which inference seldom reads: parts of their own.
static void bindStatistics(Binder &b, Value x, int64_t axis, float epsilon,
                           std::optional<unsigned> mean, unsigned inverse) {
  bool readsMean = mean && b.isRead(*mean);
  if (!b.ok() || !(readsMean || b.isRead(inverse)))
    return;
  Ints axes = llvm::to_vector<6>(llvm::seq<int64_t>(axis, rankOf(x)));
  if (mean) {
    Value average = b.part<nn::ReduceMeanOp>("mean", b.f32(), x, axes, /*keep_dims=*/true);
    b.bind(*mean, average);
    x = b.part<nn::SubOp>("deviation", b.f32(), x, average);
  }
  Value square = b.part<nn::MulOp>("square", b.f32(), x, x);
  Value variance = b.part<nn::ReduceMeanOp>("variance", b.f32(), square, axes, true);
  Value shift = b.scalarPart("epsilon", epsilon), one = b.scalarPart("1", 1.0f);
  Value root =
      b.part<nn::SqrtOp>("root", b.f32(), b.part<nn::AddOp>("shifted", b.f32(), variance, shift));
  b.bind(inverse, b.part<nn::DivOp>("inverse", b.f32(), one, root));
}

static void layerNormalization(Binder &b) {
  Value x, scale, bias;
  int64_t axis = -1;
  float epsilon = 1e-5f;
  b.arity(2, 3).input(0, x).input(1, scale).optional(2, bias).attr("axis", axis);
  readEpsilon(b, epsilon);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  b.emit<nn::LayerNormOp>(b.f32(), x, scale, bias, uint64_t(axis), APFloat(epsilon));
  bindStatistics(b, x, axis, epsilon, 1, 2);
}

static void rmsNormalization(Binder &b) {
  Value x, scale;
  int64_t axis = -1;
  float epsilon = 1e-5f;
  b.arity(2, 2).input(0, x).input(1, scale).attr("axis", axis);
  readEpsilon(b, epsilon);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  b.emit<nn::RmsNormOp>(b.f32(), x, scale, Value(), uint64_t(axis), APFloat(epsilon));
  bindStatistics(b, x, axis, epsilon, std::nullopt, 1);
}

// The sum of input, skip and perhaps a bias, its fourth output.
static Value skipSum(Binder &b, unsigned biasIndex) {
  Value x, skip, bias;
  b.input(0, x).input(1, skip).optional(biasIndex, bias);
  Value sum = b.part<nn::AddOp>("sum", b.f32(), x, skip);
  if (bias)
    sum = b.part<nn::AddOp>("biased", b.f32(), sum, bias);
  if (b.ok())
    b.require(rankOf(sum) == rankOf(x), "skip has more dimensions than the input");
  b.bindReal(3, sum);
  return sum;
}

static void skipLayerNormalization(Binder &b) {
  Value scale, bias;
  float epsilon = 1e-12f;
  b.arity(3, 5).input(2, scale).optional(3, bias);
  readEpsilon(b, epsilon);
  Value sum = skipSum(b, 4);
  if (!b.ok())
    return;
  int64_t axis = rankOf(sum) - 1;
  b.emit<nn::LayerNormOp>(b.f32(), sum, scale, bias, uint64_t(axis), APFloat(epsilon));
  bindStatistics(b, sum, axis, epsilon, 1, 2);
}

static void skipSimplifiedLayerNormalization(Binder &b) {
  Value scale;
  float epsilon = 1e-12f;
  b.arity(3, 4).input(2, scale);
  readEpsilon(b, epsilon);
  Value sum = skipSum(b, 3);
  if (!b.ok())
    return;
  int64_t axis = rankOf(sum) - 1;
  b.emit<nn::RmsNormOp>(b.f32(), sum, scale, Value(), uint64_t(axis), APFloat(epsilon));
  bindStatistics(b, sum, axis, epsilon, std::nullopt, 2);
}

// Before opset 21 scale and bias have an element for each group.
static void groupNormalization(Binder &b) {
  Value x, scale, bias;
  int64_t groups = 0;
  float epsilon = 1e-5f;
  b.arity(3, 3).input(0, x).input(1, scale).input(2, bias).attr("num_groups", groups);
  readEpsilon(b, epsilon);
  b.require(groups >= 1, "num_groups is " + Twine(groups));
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 3, "needs an input of rank 3 at least");
  for (Value parameter : {scale, bias}) {
    SmallVector<nn::Dim> shape = dimsOf(parameter);
    nn::Dim count = b.opset() < 21 || !b.ok() ? nn::staticDim(groups) : nn::symbolicShape(x)[1];
    b.require(shape == SmallVector<nn::Dim>{count},
              "scale or bias is " + nn::toString(shape) + ", needs " + count.text() + " elements");
  }
  b.emit<nn::GroupNormOp>(b.f32(), x, scale, bias, uint64_t(groups), APFloat(epsilon));
}

static void instanceNormalization(Binder &b) {
  Value x, scale, bias;
  float epsilon = 1e-5f;
  b.arity(3, 3).input(0, x).input(1, scale).input(2, bias).attr("epsilon", epsilon);
  b.require(epsilon >= 0, "epsilon is negative");
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 3, "needs an input of rank 3 at least");
  if (!b.ok())
    return;
  nn::Dim channels = nn::symbolicShape(x)[1];
  b.support(channels.isStatic(), "on a number of channels that varies");
  if (b.ok())
    b.emit<nn::GroupNormOp>(b.f32(), x, scale, bias, uint64_t(channels.value()), APFloat(epsilon));
}

static void meanVarianceNormalization(Binder &b) {
  Value x;
  Ints axes{0, 2, 3};
  b.arity(1, 1).input(0, x).attr("axes", axes);
  if (b.ok())
    b.axes(axes, rankOf(x)).emit<nn::MeanVarianceNormOp>(b.f32(), x, axes, APFloat(1e-9f));
}

static void lpNormalization(Binder &b) {
  Value x;
  int64_t axis = -1, p = 2;
  b.arity(1, 1).input(0, x).attr("axis", axis).attr("p", p);
  b.require(p == 1 || p == 2, "p is " + Twine(p));
  if (b.ok())
    b.axis(axis, rankOf(x)).emit<nn::LpNormOp>(b.f32(), x, uint64_t(axis), uint64_t(p));
}

static void lrn(Binder &b) {
  Value x;
  int64_t size = 0;
  float alpha = 1e-4f, beta = 0.75f, bias = 1.0f;
  b.arity(1, 1).input(0, x).attr("size", size);
  b.attr("alpha", alpha).attr("beta", beta).attr("bias", bias);
  b.require(size >= 1, "size is " + Twine(size))
      .support(size <= 64, "size " + Twine(size) + ", windows of more than 64 channels");
  b.emit<nn::LrnOp>(b.f32(), x, uint64_t(size), APFloat(alpha), APFloat(beta), APFloat(bias),
                    /*within_channels=*/false);
}

ArrayRef<OpEntry> normOps() {
  static constexpr OpEntry ops[] = {
      {"LayerNormalization", layerNormalization},
      {"RMSNormalization", rmsNormalization},
      {"GroupNormalization", groupNormalization},
      {"InstanceNormalization", instanceNormalization},
      {"MeanVarianceNormalization", meanVarianceNormalization},
      {"LpNormalization", lpNormalization},
      {"LRN", lrn},
      {"LayerNormalization", layerNormalization, 1, microsoft},
      // ONNX Runtime writes it into the default domain, too.
      {"SimplifiedLayerNormalization", rmsNormalization},
      {"SimplifiedLayerNormalization", rmsNormalization, 1, microsoft},
      {"SkipLayerNormalization", skipLayerNormalization, 1, microsoft},
      {"SkipSimplifiedLayerNormalization", skipSimplifiedLayerNormalization, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx

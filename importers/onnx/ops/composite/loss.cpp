// Losses: what a classifier gave its targets, negated and weighed.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/composite/attention.h"

using namespace mlir;

namespace qopt::onnx {

namespace {

struct Loss {
  Value scores;  // [batch, classes, …]: logarithms
  Value targets; // [batch, …]
  Value weights; // [classes], or none
  std::optional<int64_t> ignored;
  std::string reduction = "mean";
};

} // namespace

static Value integers(Binder &b, StringRef name, Type element, qrt::Shape shape,
                      const std::vector<int64_t> &values) {
  if (!b.ok())
    return {};
  auto type = RankedTensorType::get(shape, element);
  if (element.isInteger(64))
    return b.constantPart(name, type, qrt::Tensor::fromValues<int64_t>(shape, values));
  std::vector<int32_t> narrow(values.begin(), values.end());
  return b.constantPart(name, type, qrt::Tensor::fromValues<int32_t>(shape, narrow));
}

// min(|a − c|, 1), in integers: 0 where they are equal.
static Value differs(Binder &b, StringRef name, Value a, Value c) {
  if (!b.ok())
    return {};
  Type element = elementOf(a);
  Value less = b.part<nn::SubOp>((name + "/less").str(), element, a, c);
  Value more = b.part<nn::SubOp>((name + "/more").str(), element, c, a);
  Value distance = b.part<nn::MaxOp>((name + "/distance").str(), element, less, more);
  Value one = integers(b, (name + "/one").str(), element, {1}, {1});
  return b.part<nn::MinOp>(name, element, distance, one);
}

// 0 at each target's class, −∞ at the others.
static Value classMask(Binder &b, Value targets, int64_t classes, int64_t rank) {
  if (!b.ok())
    return {};
  Type element = elementOf(targets);
  std::vector<int64_t> places;
  for (int64_t i = 0; i < classes; ++i)
    places.push_back(i);
  qrt::Shape along(rank - 1, 1);
  along[0] = classes;
  SmallVector<nn::Dim> shape = dimsOf(targets);
  shape.insert(shape.begin() + 1, nn::staticDim(1));
  Value wide = b.reshapePart("targets", targets, shape);
  Value off = differs(b, "other", wide, integers(b, "classes", element, along, places));
  Value hit = b.part<nn::SubOp>("hit", element, integers(b, "one", element, {1}, {1}), off);
  return maskOfTruths(b, "mask", hit);
}

// Picks the values at the targets' classes: elsewhere the mask is −∞, which lies below every value.
static Value picked(Binder &b, StringRef name, Value x, Value mask) {
  Value masked = b.part<nn::AddOp>((name + "/masked").str(), b.f32(), x, mask);
  return b.part<nn::ReduceMaxOp>(name, b.f32(), masked, Ints{1}, /*keep_dims=*/false);
}

// Returns the weight of each target; null: each counts 1.
static Value weightsOf(Binder &b, const Loss &loss, Value mask, Value keep) {
  Value weights;
  if (loss.weights && b.ok()) {
    SmallVector<nn::Dim> shape(size_t(rankOf(loss.scores)) - 1, nn::staticDim(1));
    shape[0] = dimsOf(loss.weights)[0];
    weights = picked(b, "weight", b.reshapePart("weights", loss.weights, shape), mask);
  }
  if (!keep)
    return weights;
  Value counts = b.part<nn::CastOp>("counts", b.f32(), keep, BoolAttr());
  return weights ? b.part<nn::MulOp>("weight/kept", b.f32(), weights, counts) : counts;
}

static void emitReduced(Binder &b, const Loss &loss, Value each, Value weights) {
  if (loss.reduction == "none")
    return b.emitReshape(each, dimsOf(each));
  Ints all = llvm::to_vector<6>(llvm::seq<int64_t>(0, rankOf(each)));
  if (loss.reduction == "sum")
    return b.emit<nn::ReduceSumOp>(b.f32(), each, all, /*keep_dims=*/false);
  if (!weights)
    return b.emit<nn::ReduceMeanOp>(b.f32(), each, all, /*keep_dims=*/false);
  Value sum = b.part<nn::ReduceSumOp>("sum", b.f32(), each, all, /*keep_dims=*/false);
  Value count = b.part<nn::ReduceSumOp>("count", b.f32(), weights, all, /*keep_dims=*/false);
  b.emit<nn::DivOp>(b.f32(), sum, count);
}

static void emitLoss(Binder &b, const Loss &loss) {
  int64_t rank = rankOf(loss.scores);
  SmallVector<nn::Dim> shape = dimsOf(loss.scores), expected = shape;
  expected.erase(expected.begin() + 1);
  constexpr int64_t mostClasses = 1 << 24; // each has its number in a constant
  b.support(shape[1].isStatic(), "of a number of classes that varies")
      .support(!shape[1].isStatic() || shape[1].value() <= mostClasses,
               "of more than 16,777,216 classes")
      .require(nn::mayBeEqual(ArrayRef(expected), ArrayRef(dimsOf(loss.targets))),
               "targets do not have the sizes " + nn::toString(expected))
      .require(!loss.weights ||
                   (rankOf(loss.weights) == 1 && nn::mayBeEqual(dimsOf(loss.weights)[0], shape[1])),
               "weight has no element for each class");
  if (!b.ok())
    return;
  Value targets = loss.targets, keep;
  if (loss.ignored) {
    keep = differs(b, "kept", targets,
                   integers(b, "ignored", elementOf(targets), {1}, {*loss.ignored}));
    targets = b.part<nn::MulOp>("target", elementOf(loss.targets), targets, keep);
  }
  Value mask = classMask(b, targets, shape[1].value(), rank);
  Value weights = weightsOf(b, loss, mask, keep);
  Value each = b.part<nn::NegOp>("negated", b.f32(), picked(b, "picked", loss.scores, mask));
  if (weights)
    each = b.part<nn::MulOp>("weighed", b.f32(), each, weights);
  if (b.ok())
    emitReduced(b, loss, each, weights);
}

static void readLoss(Binder &b, Loss &loss) {
  int64_t ignored = 0;
  b.arity(2, 3).input(0, loss.scores).any(1, loss.targets).optional(2, loss.weights);
  b.attr("reduction", loss.reduction).attr("ignore_index", ignored);
  b.require(loss.reduction == "none" || loss.reduction == "sum" || loss.reduction == "mean",
            "reduction is '" + loss.reduction + "'");
  if (b.has("ignore_index"))
    loss.ignored = ignored;
  if (!b.ok())
    return;
  b.require(isSummedInteger(loss.targets), "targets are no i32 or i64")
      .require(rankOf(loss.scores) >= 2, "needs scores of rank 2 at least");
}

static void negativeLogLikelihood(Binder &b) {
  Loss loss;
  readLoss(b, loss);
  if (b.ok())
    emitLoss(b, loss);
}

static void softmaxCrossEntropy(Binder &b) {
  Loss loss;
  readLoss(b, loss);
  if (!b.ok())
    return;
  loss.scores = b.part<nn::LogSoftmaxOp>("log_prob", b.f32(), loss.scores, uint64_t(1));
  b.bindReal(1, loss.scores);
  if (b.ok())
    emitLoss(b, loss);
}

ArrayRef<OpEntry> lossOps() {
  static constexpr OpEntry ops[] = {{"NegativeLogLikelihoodLoss", negativeLogLikelihood},
                                    {"SoftmaxCrossEntropyLoss", softmaxCrossEntropy}};
  return ops;
}

} // namespace qopt::onnx

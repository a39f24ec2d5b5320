// Products and sums with constants, into each other and into the layer that reads them.
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/fold/affine_step.h"
#include "passes/fold/channels.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

#include <limits>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_FOLDAFFINE
#include "passes/passes.h.inc"
namespace {

/// Element by element; none where the two have several elements and not one shape.
template <typename Function>
std::optional<qrt::Tensor> joined(const qrt::Tensor &a, const qrt::Tensor &b, Function function) {
  if (a.shape() == b.shape()) {
    qrt::Tensor result = qrt::Tensor::allocate(a.type(), a.shape());
    llvm::transform(llvm::zip_equal(a.values<float>(), b.values<float>()),
                    result.mutableValues<float>().begin(),
                    [&](auto pair) { return function(std::get<0>(pair), std::get<1>(pair)); });
    return allFinite(result) ? std::optional(result) : std::nullopt;
  }
  const bool isFirst = a.size() == 1 && a.shape().size() <= b.shape().size();
  if (!isFirst && (b.size() != 1 || b.shape().size() > a.shape().size()))
    return std::nullopt;
  const float number = (isFirst ? a : b).values<float>()[0];
  qrt::Tensor result =
      mapped(isFirst ? b : a, [&](float other) { return function(number, other); });
  return allFinite(result) ? std::optional(result) : std::nullopt;
}

std::optional<qrt::Tensor> product(const qrt::Tensor &a, const qrt::Tensor &b) {
  return joined(a, b, [](float x, float y) { return x * y; });
}
std::optional<qrt::Tensor> sum(const qrt::Tensor &a, const qrt::Tensor &b) {
  return joined(a, b, [](float x, float y) { return x + y; });
}

/// Patterns of one step, which name what they make.
class StepPattern : public RewritePattern {
public:
  StepPattern(MLIRContext *context, FreshNames &names)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context), names(names) {}

protected:
  Operation *make(bool isProduct, Value input, const qrt::Tensor &constant, Operation *root,
                  PatternRewriter &rewriter) const {
    Value value = createConstant(rewriter, root->getLoc(),
                                 names.unique(root, layerName(root) + "_constant"), constant);
    if (isProduct)
      return MulOp::create(rewriter, root->getLoc(), root->getResult(0).getType(), input, value);
    return AddOp::create(rewriter, root->getLoc(), root->getResult(0).getType(), input, value);
  }

  // `whole` stands for the root and the steps before it.
  static void replace(Operation *root, Operation *whole, ArrayRef<Operation *> before,
                      PatternRewriter &rewriter) {
    takeIdentity(whole, root);
    for (Operation *op : before)
      absorb(whole, op);
    rewriter.replaceOp(root, whole->getResults());
    for (Operation *op : before)
      rewriter.eraseOp(op);
  }

  FreshNames &names;
};

// x / c → x · (1/c)
struct QuotientAsProduct : StepPattern {
  using StepPattern::StepPattern;
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    std::optional<AffineStep> step = isa<DivOp>(op) ? affineStepOf(op) : std::nullopt;
    if (!step)
      return failure();
    replace(op, make(true, step->input, step->constant, op, rewriter), {}, rewriter);
    return success();
  }
};

// (x · a) · b → x · (a·b), (x + a) + b → x + (a + b)
struct StepsOfAKind : StepPattern {
  using StepPattern::StepPattern;
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    const std::optional<AffineStep> step = affineStepOf(op);
    const std::optional<AffineStep> before =
        step ? stepBefore(*step, step->isProduct) : std::optional<AffineStep>();
    if (!before)
      return failure();
    std::optional<qrt::Tensor> constant = step->isProduct
                                              ? product(before->constant, step->constant)
                                              : sum(before->constant, step->constant);
    if (!constant)
      return failure();
    replace(op, make(step->isProduct, before->input, *constant, op, rewriter), {before->op},
            rewriter);
    return success();
  }
};

// The product takes the range of `measured` times every factor: a bound, which values reach where
// the factors are one number.
void setRangeOfProduct(Value product, Value measured, const qrt::Tensor &factors) {
  const std::optional<RangeAttr> range = rangeOf(measured);
  if (!range)
    return;
  double min = std::numeric_limits<double>::infinity(), max = -min;
  for (const double factor : factors.values<float>()) {
    const auto [low, high] = std::minmax({range->getMin() * factor, range->getMax() * factor});
    min = std::min(min, low);
    max = std::max(max, high);
  }
  setRange(product, min, max);
}

// (x · a + b) · c → x · (a·c) + b·c
struct ProductBehindAffine : StepPattern {
  using StepPattern::StepPattern;
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    const std::optional<AffineStep> outer = affineStepOf(op);
    if (!outer || !outer->isProduct)
      return failure();
    const std::optional<AffineStep> shift = stepBefore(*outer, false);
    const std::optional<AffineStep> inner = shift ? stepBefore(*shift, true) : std::nullopt;
    if (!inner)
      return failure();
    const std::optional<qrt::Tensor> gain = product(inner->constant, outer->constant),
                                     added = product(shift->constant, outer->constant);
    if (!gain || !added)
      return failure();
    Operation *scaled = make(true, inner->input, *gain, op, rewriter);
    setName(scaled, names.unique(op, layerName(op) + "/mul"));
    setRangeOfProduct(scaled->getResult(0), inner->op->getResult(0), outer->constant);
    replace(op, make(false, scaled->getResult(0), *added, op, rewriter), {shift->op, inner->op},
            rewriter);
    return success();
  }
};

/// A Reader tells along which dimensions a layer's weights hold its input's channels, and their
/// others.
struct Reader {
  int64_t inputAxis;  // of the input
  int64_t resultAxis; // of the weights: their other channels
  int64_t groups = 1;
};

// A layer with weights, of an operation that can take a step before it; `reason` says why not.
std::optional<Reader> readerOf(Operation *op, const AffineStep &step, const char *&reason) {
  auto conv = dyn_cast<Conv2dOp>(op);
  auto matmul = dyn_cast<MatmulOp>(op);
  const auto rank = cast<RankedTensorType>(op->getOperand(1).getType()).getRank();
  if (matmul && rank != 2)
    reason = "its weights are no matrix";
  else if (conv && !step.isProduct &&
           llvm::any_of(conv.getPads(), [](int64_t p) { return p != 0; }))
    reason = "its padding of zeros does not get the constant added";
  else if (conv)
    return Reader{1, 0, int64_t(conv.getGroups())};
  else
    return Reader{cast<RankedTensorType>(op->getOperand(0).getType()).getRank() - 1,
                  matmul.getTransposeB() ? 0 : 1};
  return std::nullopt;
}

/// Σ w · value of its input channel, for each output channel, in f64.
std::vector<double> sumsOf(const qrt::Tensor &weights, const Reader &reader,
                           const Channels &values) {
  const auto &shape = weights.shape();
  const int64_t outputs = shape[reader.resultAxis], inputs = shape[1 - reader.resultAxis];
  const int64_t taps = int64_t(weights.size()) / (outputs * inputs);
  std::span<const float> from = weights.values<float>();
  std::vector<double> sums(outputs, 0);
  for (int64_t o = 0; o < outputs; ++o)
    for (int64_t i = 0; i < inputs; ++i) {
      const int64_t first = o / (outputs / reader.groups) * inputs;
      const int64_t place = reader.resultAxis == 0 ? o * inputs + i : i * outputs + o;
      for (int64_t tap = 0; tap < taps; ++tap)
        sums[o] += double(from[place * taps + tap]) * values[first + i];
    }
  return sums;
}

/// A layer with constant weights takes over the product or sum that alone it reads.
template <typename Layer> struct IntoReader : OpRewritePattern<Layer> {
  IntoReader(MLIRContext *context, FreshNames &names)
      : OpRewritePattern<Layer>(context), names(names) {}

  LogicalResult matchAndRewrite(Layer op, PatternRewriter &rewriter) const override {
    Value input = op->getOperand(0), weights = op->getOperand(1), bias = op.getBias();
    const std::optional<AffineStep> step =
        input.hasOneUse() ? affineStepOf(input.getDefiningOp()) : std::nullopt;
    if (!step || !isF32(weights.getType()) || !isConstant(weights) || (bias && !isConstant(bias)))
      return failure();
    const char *reason = "its constant is not one value per channel";
    const std::optional<Reader> reader = readerOf(op, *step, reason);
    std::optional<Channels> values;
    if (reader) {
      const auto type = cast<RankedTensorType>(input.getType());
      const int64_t channels = constantTensor(weights)->shape()[1 - reader->resultAxis];
      values =
          alongAxis(step->constant, type.getRank(), reader->inputAxis, channels * reader->groups);
    }
    if (values && step->isProduct && !llvm::all_equal(*values)) {
      reason = "its factors differ by channel, and its weights would lose precision, as they have "
               "one scale for all channels that they read";
      values.reset();
    }
    if (!values)
      return rewriter.notifyMatchFailure(step->op, Twine("'") + layerName(step->op) +
                                                       "' is not folded into '" + layerName(op) +
                                                       "': " + reason);
    return step->isProduct ? scaleWeights(op, *step, values->front(), rewriter)
                           : shiftBias(op, *step, *reader, *values, rewriter);
  }

private:
  LogicalResult scaleWeights(Layer op, const AffineStep &step, float gain,
                             PatternRewriter &rewriter) const {
    Operation *old = op->getOperand(1).getDefiningOp();
    const qrt::Tensor scaled =
        mapped(*constantTensor(op->getOperand(1)), [&](float w) { return w * gain; });
    if (!allFinite(scaled))
      return failure();
    rewriter.setInsertionPoint(op);
    Value made = createConstant(rewriter, old->getLoc(), names.forCopy(old), scaled);
    return finish(op, step, [&] { op->setOperand(1, made); }, rewriter);
  }

  LogicalResult shiftBias(Layer op, const AffineStep &step, const Reader &reader,
                          const Channels &values, PatternRewriter &rewriter) const {
    const std::vector<double> sums = sumsOf(*constantTensor(op->getOperand(1)), reader, values);
    std::optional<qrt::Tensor> old;
    if (op.getBias())
      old = constantTensor(op.getBias());
    qrt::Tensor bias = qrt::Tensor::allocate(qrt::ElementType::F32, {int64_t(sums.size())});
    for (auto [c, value] : llvm::enumerate(bias.mutableValues<float>()))
      value = float(sums[c] + (old ? double(old->values<float>()[c]) : 0.0));
    if (!allFinite(bias))
      return failure();
    rewriter.setInsertionPoint(op);
    Value made = createConstant(rewriter, op.getLoc(),
                                op.getBias() ? names.forCopy(op.getBias().getDefiningOp())
                                             : names.unique(op, layerName(op) + "_bias"),
                                bias);
    return finish(op, step, [&] { op.getBiasMutable().assign(made); }, rewriter);
  }

  static LogicalResult finish(Layer op, const AffineStep &step, function_ref<void()> change,
                              PatternRewriter &rewriter) {
    rewriter.modifyOpInPlace(op, [&] {
      change();
      op->setOperand(0, step.input);
      absorb(op, step.op);
    });
    rewriter.eraseOp(step.op);
    return success();
  }

  FreshNames &names;
};

struct FoldAffine : impl::FoldAffineBase<FoldAffine> {
  using FoldAffineBase::FoldAffineBase;
  void runOnOperation() override {
    constexpr Promise promise = Promise::F32Rounding;
    Rewrites rewrites(&getContext());
    rewrites.add<QuotientAsProduct>({"fold-affine/quotient", promise}, rewrites.names)
        .add<StepsOfAKind>({"fold-affine/same-kind", promise}, rewrites.names)
        .add<ProductBehindAffine>({"fold-affine/product-behind-affine", promise}, rewrites.names)
        .add<IntoReader<Conv2dOp>>({"fold-affine/before-conv2d", promise}, rewrites.names)
        .add<IntoReader<MatmulOp>>({"fold-affine/before-matmul", promise}, rewrites.names);
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

// Batch normalization, spelled as one operation or as mul/add/sub with a
// constant per channel, into the weights and bias before it.
#include "ir/ops.h"
#include "ir/ops/elementwise/gain.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/fold/channel_anchor.h"
#include "passes/fold/channels.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_FOLDBATCHNORM
#include "passes/passes.h.inc"
namespace {

// y = (x − mean)·gain + beta, where what is empty is no step.
struct ChannelMap {
  Channels mean, gain, beta;
};

// Weights times the gain of their channel; each product rounded to f32.
qrt::Tensor scaled(const qrt::Tensor &weights, int64_t axis, const Channels &gain) {
  qrt::Tensor result = qrt::Tensor::allocate(weights.type(), weights.shape());
  int64_t inner = 1;
  for (size_t i = axis + 1; i < weights.shape().size(); ++i)
    inner *= weights.shape()[i];
  std::span<const float> from = weights.values<float>();
  std::span<float> to = result.mutableValues<float>();
  for (size_t i = 0; i < from.size(); ++i)
    to[i] = from[i] * gain[i / inner % gain.size()];
  return result;
}

qrt::Tensor mapped(const qrt::Tensor *bias, int64_t channels, const ChannelMap &map) {
  qrt::Tensor result = qrt::Tensor::allocate(qrt::ElementType::F32, {channels});
  std::span<float> to = result.mutableValues<float>();
  for (int64_t c = 0; c < channels; ++c) {
    float b = bias ? bias->values<float>()[c] : 0.0f;
    if (!map.mean.empty())
      b = b - map.mean[c];
    if (!map.gain.empty())
      b = b * map.gain[c];
    if (!map.beta.empty())
      b = b + map.beta[c];
    to[c] = b;
  }
  return result;
}

void setOperands(Operation *op, Value weights, Value bias) {
  op->setOperand(1, weights);
  if (auto conv = dyn_cast<Conv2dOp>(op); conv && bias)
    conv.getBiasMutable().assign(bias);
  else if (bias)
    cast<MatmulOp>(op).getBiasMutable().assign(bias);
}

LogicalResult decline(PatternRewriter &rewriter, Operation *map, const ChannelAnchor &anchor,
                      const Twine &reason) {
  return rewriter.notifyMatchFailure(map, Twine("'") + layerName(map) + "' is not folded into '" +
                                              layerName(anchor.op) + "': " + reason);
}

// Checks that do not depend on the map; null when it may be folded.
const char *obstacle(const ChannelAnchor &anchor, Operation *map) {
  if (anchor.obstacle)
    return anchor.obstacle;
  if (!isF32(anchor.weights.getType()))
    return "it computes integers (fold before quantizing)";
  if (!anchor.last()->hasOneUse())
    return "the latter's result has another consumer";
  if (anchor.hasResidual)
    return "it adds a residual after its bias";
  if (anchor.last()->getResult(0).getType() != map->getResult(0).getType())
    return "its result is broadcast";
  if (!isConstant(anchor.weights))
    return "its weights are no constant";
  if (anchor.bias && !isConstant(anchor.bias))
    return "its bias is no constant";
  return nullptr;
}

// Repeats the map as the weights lie: phase by phase.
ChannelMap repeated(const ChannelMap &map, int64_t phases) {
  auto often = [&](const Channels &channels) {
    Channels all;
    for (int64_t i = 0; i < phases; ++i)
      all.insert(all.end(), channels.begin(), channels.end());
    return all;
  };
  return {often(map.mean), often(map.gain), often(map.beta)};
}

// The anchor on new weights, its moves behind it: in place of the map.
void replaceMap(const ChannelAnchor &anchor, Operation *map, Value weights, Value bias,
                FreshNames &names, PatternRewriter &rewriter) {
  SmallVector<Operation *> old = {anchor.op};
  old.append(anchor.moves.begin(), anchor.moves.end());
  Operation *fused = nullptr;
  for (Operation *op : old) {
    Operation *before = std::exchange(fused, rewriter.clone(*op));
    fused->setLoc(rewriter.getFusedLoc({op->getLoc(), map->getLoc()}));
    if (before)
      fused->setOperand(0, before->getResult(0));
    else
      setOperands(fused, weights, bias);
    if (op == old.back())
      break;
    for (StringRef name : {rangeAttr, absorbedAttr, tensorAttr})
      fused->removeAttr(name);
    if (Attribute range = anchor.isWhole ? map->getAttr(rangeAttr) : Attribute())
      fused->setAttr(rangeAttr, range); // the same values
    setName(fused, names.unique(map, layerName(map) + "/" + op->getName().stripDialect().str()));
  }
  takeIdentity(fused, map);
  // An operation that an earlier fold put between has a name that the fold made.
  const bool isFirst = !old.back()->hasAttr(absorbedAttr);
  for (Operation *op : old)
    if (isFirst || op == old.back())
      absorb(fused, op);
  rewriter.replaceOp(map, fused->getResults());
  for (Operation *op : llvm::reverse(old))
    rewriter.eraseOp(op);
}

LogicalResult foldInto(const ChannelAnchor &anchor, Operation *map, const ChannelMap &perChannel,
                       FreshNames &names, PatternRewriter &rewriter) {
  const ChannelMap channelMap = repeated(perChannel, anchor.phases);
  qrt::Tensor weights = *constantTensor(anchor.weights);
  if (!channelMap.gain.empty())
    weights = scaled(weights, anchor.weightAxis, channelMap.gain);
  std::optional<qrt::Tensor> bias;
  if (anchor.bias)
    bias = constantTensor(anchor.bias);
  bool needsBias = bias || !channelMap.mean.empty() || !channelMap.beta.empty();
  if (needsBias)
    bias = mapped(bias ? &*bias : nullptr, anchor.channels() * anchor.phases, channelMap);
  if (!allFinite(weights) || (bias && !allFinite(*bias)))
    return decline(rewriter, map, anchor, "a folded weight would not be finite");

  rewriter.setInsertionPoint(map);
  Location loc = rewriter.getFusedLoc({anchor.op->getLoc(), map->getLoc()});
  Operation *oldWeights = anchor.weights.getDefiningOp();
  Value newWeights = anchor.weights, newBias;
  if (!channelMap.gain.empty())
    newWeights = createConstant(rewriter, oldWeights->getLoc(), names.forCopy(oldWeights), weights);
  if (needsBias) {
    std::string name = anchor.bias ? names.forCopy(anchor.bias.getDefiningOp())
                                   : names.unique(map, layerName(map) + "_bias");
    newBias = createConstant(rewriter, loc, name, *bias);
  }
  replaceMap(anchor, map, newWeights, newBias, names, rewriter);
  return success();
}

ChannelMap batchNormMap(BatchNormOp op, ArrayRef<qrt::Tensor> parameters) {
  auto values = [&](unsigned i) {
    std::span<const float> span = parameters[i].values<float>();
    return Channels(span.begin(), span.end());
  };
  ChannelMap map{values(2), values(0), values(1)};
  float epsilon = op.getEpsilon().convertToFloat();
  for (auto [gain, variance] : llvm::zip_equal(map.gain, parameters[3].values<float>()))
    gain = gainOf(gain, variance, epsilon);
  return map;
}

struct FoldBatchNormOp : OpRewritePattern<BatchNormOp> {
  FoldBatchNormOp(MLIRContext *context, FreshNames &names)
      : OpRewritePattern(context), names(names) {}
  LogicalResult matchAndRewrite(BatchNormOp op, PatternRewriter &rewriter) const override {
    std::optional<ChannelAnchor> anchor = channelAnchorOf(op.getInput());
    if (!anchor)
      return rewriter.notifyMatchFailure(op, "'" + layerName(op) +
                                                 "' is not folded: no conv2d or matmul before it");
    if (const char *reason = obstacle(*anchor, op))
      return decline(rewriter, op, *anchor, reason);
    if (anchor->resultAxis != 1)
      return decline(rewriter, op, *anchor, "its channels lie along another dimension there");
    SmallVector<qrt::Tensor> parameters;
    for (Value value : op->getOperands().drop_front()) {
      std::optional<qrt::Tensor> tensor = constantTensor(value);
      if (!tensor)
        return decline(rewriter, op, *anchor, "a parameter is no constant");
      parameters.push_back(*tensor);
    }
    return foldInto(*anchor, op, batchNormMap(op, parameters), names, rewriter);
  }
  FreshNames &names;
};

// mul, add, sub by a constant per channel.
template <typename Op> struct FoldChannelwise : OpRewritePattern<Op> {
  FoldChannelwise(MLIRContext *context, FreshNames &names)
      : OpRewritePattern<Op>(context), names(names) {}

  static ChannelMap mapOf(Channels values) {
    if constexpr (std::is_same_v<Op, MulOp>)
      return {{}, std::move(values), {}};
    if constexpr (std::is_same_v<Op, SubOp>)
      return {std::move(values), {}, {}};
    return {{}, {}, std::move(values)};
  }

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (!isF32(op.getType()))
      return failure();
    // A difference is only folded as x − constant.
    unsigned last = std::is_same_v<Op, SubOp> ? 0 : 1;
    for (unsigned i = 0; i <= last; ++i) {
      std::optional<ChannelAnchor> anchor = channelAnchorOf(op->getOperand(i));
      std::optional<qrt::Tensor> constant = constantTensor(op->getOperand(1 - i));
      if (!anchor || !constant)
        continue;
      if (const char *reason = obstacle(*anchor, op))
        return decline(rewriter, op, *anchor, reason);
      int64_t rank = cast<RankedTensorType>(op.getType()).getRank();
      std::optional<Channels> values =
          alongAxis(*constant, rank, anchor->resultAxis, anchor->channels());
      if (!values)
        return decline(rewriter, op, *anchor, "its constant is not one value per channel");
      return foldInto(*anchor, op, mapOf(std::move(*values)), names, rewriter);
    }
    return failure();
  }
  FreshNames &names;
};

struct FoldBatchNorm : impl::FoldBatchNormBase<FoldBatchNorm> {
  using FoldBatchNormBase::FoldBatchNormBase;
  void runOnOperation() override {
    Rewrites rewrites(&getContext());
    rewrites
        .add<FoldBatchNormOp>({"fold-batch-norm/batch-norm", Promise::F32Rounding}, rewrites.names)
        .add<FoldChannelwise<MulOp>>({"fold-batch-norm/mul", Promise::F32Rounding}, rewrites.names)
        .add<FoldChannelwise<AddOp>>({"fold-batch-norm/add", Promise::F32Rounding}, rewrites.names)
        .add<FoldChannelwise<SubOp>>({"fold-batch-norm/sub", Promise::F32Rounding}, rewrites.names);
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

// Pairs of nn.quantize and nn.dequantize that stand on the far side of a copy or bound from the
// operation that is to be integer: of fake quantization, training decides where they stand.
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"
#include "passes/quantize/pairs/exits.h"
#include "passes/rewrite.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

RankedTensorType quantizedBy(Value value) {
  RankedTensorType type;
  for (Operation *user : value.getUsers()) {
    auto quantize = dyn_cast<QuantizeOp>(user);
    if (!quantize || (type && quantize.getType() != type))
      return nullptr;
    type = cast<RankedTensorType>(quantize.getType());
  }
  return type;
}

bool isBound(Operation *op) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return rule && rule.quantizationRule().isBound;
}

Exit exitOf(Value result) {
  if (RankedTensorType type = quantizedBy(result))
    return {type};
  if (!result.hasOneUse() || !isBound(*result.user_begin()))
    return {};
  Operation *bound = *result.user_begin();
  return {quantizedBy(bound->getResult(0)), bound};
}

namespace {

bool isUnary(Operation *op) { return op->getNumOperands() == 1 && op->getNumResults() == 1; }

bool isPerTensor(Type type) { return quantParams(type) && hasComputedStorage(type); }

// A border of 0 is z in steps, and real 0 again (K1).
bool padsZeros(Operation *op) {
  auto pad = dyn_cast<PadOp>(op);
  auto border = pad ? dyn_cast_or_null<FloatAttr>(pad.getValue()) : FloatAttr();
  return border && border.getValue().isPosZero();
}

// An exact copy that `conversion` may pass, or a bound.
bool isOnTheWay(Operation *op, ConversionOpInterface conversion) {
  return op && isUnary(op) && (conversion.mayMoveThrough(op) || isBound(op) || padsZeros(op));
}

// It would compute on integers: what pairs are made for.
bool hasIntegerForm(Operation *op) {
  auto interface = dyn_cast<QuantizationRuleOpInterface>(op);
  if (!interface)
    return false;
  QuantizationRule rule = interface.quantizationRule();
  return !rule.isBound && rule.result != ResultRule::SharesInput &&
         rule.result != ResultRule::StaysFloat;
}

bool readsSteps(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return operand.getDefiningOp<DequantizeOp>() != nullptr;
  });
}

Operation *repeatOn(Operation *op, Value operand, Type element, PatternRewriter &rewriter) {
  Operation *copy = rewriter.clone(*op);
  copy->setOperand(0, operand);
  Value result = copy->getResult(0);
  result.setType(cast<RankedTensorType>(result.getType()).clone(element));
  return copy;
}

// The operation that absorbs `op` once copies and bounds are passed; null where there is none, or
// where nothing is to be passed: a bound behind it takes part in absorbing.
Operation *rootOf(QuantizeOp op) {
  Operation *passed = op.getInput().getDefiningOp();
  if (!isPerTensor(op.getType()) || !isOnTheWay(passed, op) || !passed->hasOneUse())
    return nullptr;
  Operation *root = passed;
  while (root && isOnTheWay(root, op) && root->hasOneUse())
    root = root->getOperand(0).getDefiningOp();
  if (!root || !root->hasOneUse() || !hasIntegerForm(root) || !readsSteps(root))
    return nullptr;
  return isBound(passed) && passed->getOperand(0).getDefiningOp() == root ? nullptr : root;
}

// quantize(f(x)) → f(quantize(x)), x being, over more such f, what an operation made that absorbs
// the quantize. It is monotone, so that a maximum, and a bound on steps, give the same.
struct RaiseQuantize : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    if (!rootOf(op))
      return failure();
    Operation *passed = op.getInput().getDefiningOp();
    Type element = getElementTypeOrSelf(op.getType());
    rewriter.setInsertionPoint(passed);
    Operation *quantize = rewriter.clone(*op);
    Value from = passed->getOperand(0);
    quantize->setOperand(0, from);
    quantize->getResult(0).setType(cast<RankedTensorType>(from.getType()).clone(element));
    rewriter.replaceOp(op, repeatOn(passed, quantize->getResult(0), element, rewriter));
    return success();
  }
};

// A bound's limit on the steps is, made real again, the limit on real values: or none of them
// reaches it.
bool isExactLimit(float limit, const QuantParams &steps, bool isLower) {
  if (std::isnan(limit))
    return false;
  const float scale = float(steps.scale);
  auto realOf = [&](int64_t step) { return scale * float(step - steps.zeroPoint); };
  if (isLower ? limit <= realOf(steps.min) : limit >= realOf(steps.max))
    return true;
  return realOf(stepOf(limit, steps)) == limit;
}

// Returns whether no value lies outside the declared range, as a quantize makes them; a caller's
// may.
bool isInRange(Value steps, const QuantParams &params) {
  return steps.getDefiningOp() || (params.min == params.lowest() && params.max == params.highest());
}

bool isExactBound(Operation *op, Value steps) {
  QuantParams params = *quantParams(steps.getType());
  auto clip = dyn_cast<ClipOp>(op);
  return !clip ||
         (isInRange(steps, params) && isExactLimit(clip.getMin().convertToFloat(), params, true) &&
          isExactLimit(clip.getMax().convertToFloat(), params, false));
}

// f(dequantize(q)) → dequantize(f(q)), where f's result, over more such f, is read by what absorbs
// the dequantize, or becomes steps again.
struct SinkDequantize : OpRewritePattern<DequantizeOp> {
  SinkDequantize(MLIRContext *context, FreshNames &names)
      : OpRewritePattern(context), names(names) {}

  LogicalResult matchAndRewrite(DequantizeOp op, PatternRewriter &rewriter) const override {
    if (!isPerTensor(op.getInput().getType()))
      return failure();
    Operation *passed = nullptr, *inexact = nullptr;
    for (Operation *user : op->getUsers())
      if (isOnTheWay(user, op) && !exitOf(user->getResult(0)).type && reachesInteger(user, op))
        (isBound(user) && !isExactBound(user, op.getInput()) ? inexact : passed) = user;
    if (!passed && inexact)
      return rewriter.notifyMatchFailure(
          inexact, Twine("'") + layerName(inexact) +
                       "' stays float: one of its limits is not a multiple of its input's scale");
    if (!passed)
      return failure();
    rewriter.setInsertionPoint(passed);
    Type element = getElementTypeOrSelf(op.getInput());
    Operation *moved = repeatOn(passed, op.getInput(), element, rewriter);
    auto back = DequantizeOp::create(rewriter, op.getLoc(), passed->getResult(0).getType(),
                                     moved->getResult(0));
    if (StringRef name = nameOf(op); !name.empty())
      setName(back, op->hasOneUse() ? name.str() : names.unique(op, name));
    rewriter.replaceOp(passed, back);
    return success();
  }

  static bool reachesInteger(Operation *passed, DequantizeOp op) {
    return llvm::any_of(passed->getResult(0).getUsers(), [&](Operation *user) {
      return hasIntegerForm(user) || isa<QuantizeOp>(user) ||
             (isOnTheWay(user, op) && reachesInteger(user, op));
    });
  }

  FreshNames &names;
};

// concat(dequantize(p), dequantize(q)) → dequantize(concat(p, q)), where all have the same
// parameters and the result is read as above: slices of one tensor are joined so, of which a
// convolution with three dimensions is made.
struct SinkBehindConcat : OpRewritePattern<ConcatOp> {
  SinkBehindConcat(MLIRContext *context, FreshNames &names)
      : OpRewritePattern(context), names(names) {}

  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> steps;
    for (Value operand : op->getOperands())
      if (auto dequantize = operand.getDefiningOp<DequantizeOp>())
        steps.push_back(dequantize.getInput());
    auto elementIs = [&](Value value) {
      return getElementTypeOrSelf(value) == getElementTypeOrSelf(steps.front());
    };
    if (steps.size() != op->getNumOperands() || !isPerTensor(steps.front().getType()) ||
        !llvm::all_of(steps, elementIs) || exitOf(op.getResult()).type ||
        !SinkDequantize::reachesInteger(op, op->getOperand(0).getDefiningOp<DequantizeOp>()))
      return failure();
    Operation *moved = rewriter.clone(*op);
    moved->setOperands(steps);
    Value joined = moved->getResult(0);
    joined.setType(op.getType().clone(getElementTypeOrSelf(steps.front())));
    auto back = DequantizeOp::create(rewriter, op.getLoc(), op.getType(), joined);
    setName(back, names.unique(op, layerName(op) + "_dequantize"));
    rewriter.replaceOp(op, back);
    return success();
  }

  FreshNames &names;
};

// quantize(dequantize(q)) to q's own type: of two equal pairs one remains.
struct MergePairs : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    auto first = op.getInput().getDefiningOp<DequantizeOp>();
    if (!first || first.getInput().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, first.getInput());
    return success();
  }
};

} // namespace

bool awaitsQuantize(Value result) {
  Operation *root = result.getDefiningOp();
  for (Value value = result; value.hasOneUse(); value = (*value.user_begin())->getResult(0)) {
    Operation *user = *value.user_begin();
    if (auto quantize = dyn_cast<QuantizeOp>(user))
      return rootOf(quantize) == root;
    if (!isUnary(user))
      return false;
  }
  return false;
}

void addHoists(Rewrites &rewrites) {
  rewrites.add<MergePairs>({"absorb-qdq/equal-pairs", Promise::SameBits})
      .add<RaiseQuantize>({raiseQuantize, Promise::SameBits})
      .add<SinkDequantize>({"absorb-qdq/sink-dequantize", Promise::SameBits}, rewrites.names)
      .add<SinkBehindConcat>({"absorb-qdq/sink-behind-concat", Promise::SameBits}, rewrites.names);
}

} // namespace qopt

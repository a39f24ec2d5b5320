// E2: a convolution adds the residual before it rounds.
#include "ir/ops.h"
#include "ir/ops/rescale.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_ABSORBRESIDUAL
#include "passes/passes.h.inc"
namespace {

// Returns why `conv` cannot take over `add`; null when it can.
const char *obstacle(Conv2dOp conv, AddOp add) {
  if (!isQuantized(conv.getInput().getType()) || !isQuantized(conv.getType()))
    return "it does not compute integers";
  if (!conv->hasOneUse())
    return "its result has another consumer";
  if (rescalingOf(conv) != Rescaling::Float)
    return "it multiplies in fixed point";
  if (conv.getResidual())
    return "it has a residual already";
  if (conv.getBias() && isF32(conv.getBias().getType()))
    return "its bias is float";
  if (symbolicShape(add.getLhs()) != symbolicShape(add.getRhs()))
    return "the operands are broadcast";
  return nullptr;
}

struct AbsorbIntoConv : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp add, PatternRewriter &rewriter) const override {
    if (!isQuantized(add.getType()))
      return failure();
    std::string reasons;
    for (unsigned i : {0, 1}) {
      auto conv = add->getOperand(i).getDefiningOp<Conv2dOp>();
      if (!conv)
        continue;
      const char *why = obstacle(conv, add);
      std::string reason = why ? why : "";
      if (reason.empty() && succeeded(rewrite(conv, add, i, rewriter, reason)))
        return success();
      reasons += (reasons.empty() ? "'" : "; '") + layerName(conv) + "': " + reason;
    }
    if (reasons.empty())
      return rewriter.notifyMatchFailure(add, Twine("'") + layerName(add) +
                                                  "' is not absorbed: no operand is a conv2d's");
    return rewriter.notifyMatchFailure(add, Twine("'") + layerName(add) + "' is not absorbed by " +
                                                reasons);
  }

  // Operand `index` of the add is the conv's result. Fails with `refusal` where E2 could not
  // compute it: other multipliers come about with the add's parameters.
  static LogicalResult rewrite(Conv2dOp conv, AddOp add, unsigned index, PatternRewriter &rewriter,
                               std::string &refusal) {
    auto candidate = cast<Conv2dOp>(conv->clone());
    candidate.getResidualMutable().assign(add->getOperand(1 - index));
    candidate.getResult().setType(cast<RankedTensorType>(add.getType()));
    Operation *fused = verified(candidate, refusal);
    if (!fused)
      return failure();
    // The fused operation stands at the add's place: the other operand may be computed after the
    // conv.
    rewriter.setInsertionPoint(add);
    rewriter.insert(fused);
    fused->setLoc(rewriter.getFusedLoc({conv.getLoc(), add.getLoc()}));
    takeIdentity(fused, add);
    absorb(fused, conv);
    rewriter.replaceOp(add, fused);
    rewriter.eraseOp(conv);
    return success();
  }
};

struct AbsorbResidual : impl::AbsorbResidualBase<AbsorbResidual> {
  using AbsorbResidualBase::AbsorbResidualBase;
  void runOnOperation() override {
    Rewrites rewrites(&getContext());
    rewrites.add<AbsorbIntoConv>({"absorb-residual/conv", Promise::Approximation});
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

// E2: a convolution adds the residual before it rounds.
#include "ir/keys.h"
#include "ir/ops.h"
#include "ir/quant_type.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_ABSORBRESIDUAL
#include "passes/passes.h.inc"
namespace {

// Why `conv` cannot take over `add`; null when it can.
const char *obstacle(Conv2dOp conv, AddOp add) {
  if (!isQuantized(conv.getInput().getType()) || !isQuantized(conv.getType()))
    return "it does not compute integers";
  if (!conv->hasOneUse())
    return "its result has another consumer";
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
      const char *reason = obstacle(conv, add);
      if (!reason) {
        rewrite(conv, add, add->getOperand(1 - i), rewriter);
        return success();
      }
      reasons += (reasons.empty() ? "'" : "; '") + layerName(conv) + "': " + reason;
    }
    if (reasons.empty())
      return rewriter.notifyMatchFailure(add, Twine("'") + layerName(add) +
                                                  "' is not absorbed: no operand is a conv2d's");
    return rewriter.notifyMatchFailure(add, Twine("'") + layerName(add) + "' is not absorbed by " +
                                                reasons);
  }

  static void rewrite(Conv2dOp conv, AddOp add, Value residual, PatternRewriter &rewriter) {
    // At the add's place: the other operand may be computed after the conv.
    rewriter.setInsertionPoint(add);
    auto fused = cast<Conv2dOp>(rewriter.clone(*conv));
    fused->setLoc(rewriter.getFusedLoc({conv.getLoc(), add.getLoc()}));
    fused.getResidualMutable().assign(residual);
    fused.getResult().setType(cast<RankedTensorType>(add.getType()));
    takeIdentity(fused, add);
    absorb(fused, conv);
    rewriter.replaceOp(add, fused);
    rewriter.eraseOp(conv);
  }
};

struct AbsorbResidual : impl::AbsorbResidualBase<AbsorbResidual> {
  using AbsorbResidualBase::AbsorbResidualBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<AbsorbIntoConv>(&getContext());
    if (failed(applyPatterns(getOperation(), std::move(patterns), explain)))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

// Zeros around an image become the pads of the convolution behind them.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_FUSEPADS
#include "passes/passes.h.inc"
namespace {

bool isZero(Attribute value) {
  auto number = dyn_cast<FloatAttr>(value);
  return number && number.getValue().isPosZero();
}

struct PadIntoConv : OpRewritePattern<Conv2dOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(Conv2dOp conv, PatternRewriter &rewriter) const override {
    auto pad = conv.getInput().getDefiningOp<PadOp>();
    if (!pad)
      return failure();
    if (!isZero(pad.getValue()))
      return rewriter.notifyMatchFailure(conv, "'" + layerName(conv) +
                                                   "' keeps its pad: the border is not 0");
    ArrayRef<int64_t> low = pad.getLow(), high = pad.getHigh();
    if (low[0] || high[0] || low[1] || high[1])
      return rewriter.notifyMatchFailure(
          conv, "'" + layerName(conv) + "' keeps its pad: the border adds samples or channels");
    const size_t rank = low.size() - 2;
    SmallVector<int64_t> pads(conv.getPads());
    for (size_t i = 0; i < rank; ++i) {
      pads[i] += low[i + 2];
      pads[i + rank] += high[i + 2];
    }
    rewriter.modifyOpInPlace(conv, [&] {
      if (pad->hasOneUse())
        absorb(conv, pad);
      conv.getInputMutable().assign(pad.getInput());
      conv.setPads(pads);
    });
    return success();
  }
};

struct FusePads : impl::FusePadsBase<FusePads> {
  using FusePadsBase::FusePadsBase;

  void runOnOperation() override {
    Rewrites rewrites(&getContext());
    rewrites.add<PadIntoConv>({"fuse-pads/conv", Promise::SameBits});
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

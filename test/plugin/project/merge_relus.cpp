// relu(relu(x)) is relu(x): a pass of patterns, as qopt's own are made.
#include "example_passes.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/rewrite.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace qopt::nn;

namespace {

struct MergeRelu : OpRewritePattern<ReluOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReluOp op, PatternRewriter &rewriter) const override {
    auto first = op.getInput().getDefiningOp<ReluOp>();
    if (!first)
      return failure();
    if (!first->hasOneUse())
      return rewriter.notifyMatchFailure(op, "'" + layerName(first) + "' has another consumer");
    auto merged = ReluOp::create(rewriter, op.getLoc(), op.getType(), first.getInput());
    qopt::takeIdentity(merged, op);
    absorb(merged, first);
    rewriter.replaceOp(op, merged);
    rewriter.eraseOp(first);
    return success();
  }
};

struct MergeRelus : PassWrapper<MergeRelus, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MergeRelus)
  MergeRelus() = default;
  MergeRelus(const MergeRelus &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "merge-relus"; }
  StringRef getDescription() const override { return "Merge neighbouring relus"; }
  void runOnOperation() override {
    qopt::Rewrites rewrites(&getContext());
    rewrites.add<MergeRelu>({"merge-relus/relu", qopt::Promise::SameBits});
    if (failed(std::move(rewrites).apply(getOperation(), {explain})))
      signalPassFailure();
  }

  Option<bool> explain{*this, "explain", llvm::cl::desc("Remark on what was left"),
                       llvm::cl::init(false)};
};

} // namespace

void registerMergeRelus() { PassRegistration<MergeRelus>(); }

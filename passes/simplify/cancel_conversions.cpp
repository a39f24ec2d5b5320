// The one pass that cancels and moves conversions: quantize, dequantize,
// requantize, cast, transpose, reshape. --fold-dequant is it, restricted.
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_CANCELCONVERSIONS
#define GEN_PASS_DEF_FOLDDEQUANT
#include "passes/passes.h.inc"
namespace {

bool isQuantizeFamily(Operation *op) { return isa<QuantizeOp, DequantizeOp, RequantizeOp>(op); }

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// `op` again on another operand; its element type and shape as given.
Value repeatOn(Operation *op, Value operand, Type type, PatternRewriter &rewriter) {
  Operation *copy = rewriter.clone(*op);
  copy->setOperand(0, operand);
  copy->getResult(0).setType(type);
  return copy->getResult(0);
}

struct ConversionPattern : OpInterfaceRewritePattern<ConversionOpInterface> {
  ConversionPattern(MLIRContext *context, bool quantizeOnly, PatternBenefit benefit)
      : OpInterfaceRewritePattern(context, benefit), quantizeOnly(quantizeOnly) {}
  bool covers(Operation *op) const {
    return isa<ConversionOpInterface>(op) && (!quantizeOnly || isQuantizeFamily(op));
  }
  bool quantizeOnly;
};

// `copy` on such an operand, with that result or one of the operand's elements, is an operation.
bool accepts(Operation *copy, Type operand, Type result) {
  Block block;
  Operation *trial = copy->clone();
  trial->setOperand(0, block.addArgument(operand, copy->getLoc()));
  for (Value one : trial->getResults())
    one.setType(result ? result
                       : typeOf(one).clone(cast<RankedTensorType>(operand).getElementType()));
  ScopedDiagnosticHandler quiet(copy->getContext(), [](Diagnostic &) { return success(); });
  const bool verifies = succeeded(verify(trial));
  trial->destroy();
  return verifies;
}

// x → P → copies → C with C undoing P: the copies alone remain.
struct CancelPair : ConversionPattern {
  using ConversionPattern::ConversionPattern;

  LogicalResult matchAndRewrite(ConversionOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!covers(op))
      return failure();
    SmallVector<Operation *> copies; // the last one first
    Operation *producer = op->getOperand(0).getDefiningOp();
    while (producer && !(covers(producer) && op.undoes(producer))) {
      if (!passes(op, producer))
        return explainNearMiss(op, rewriter);
      copies.push_back(producer);
      producer = producer->getOperand(0).getDefiningOp();
    }
    if (!producer || typeAfter(op, copies, producer->getOperand(0)) != op->getResult(0).getType())
      return failure();
    if (!acceptAll(op, copies, producer->getOperand(0).getType()))
      return failure();
    Value value = producer->getOperand(0);
    for (Operation *copy : llvm::reverse(copies))
      value = repeatOn(copy, value, movedType(op, copy, value.getType()), rewriter);
    rewriter.replaceOp(op, value);
    return success();
  }

  // The result of `copy` on an operand of type `operand`, `op` being gone.
  static RankedTensorType movedType(Operation *op, Operation *copy, Type operand) {
    auto own = typeOf(copy->getResult(0)), moved = cast<RankedTensorType>(operand);
    return isa<TransposeOp, ReshapeOp>(op) ? moved.clone(own.getElementType())
                                           : own.clone(moved.getElementType());
  }
  static Type typeAfter(Operation *op, ArrayRef<Operation *> copies, Value start) {
    Type type = start.getType();
    for (Operation *copy : llvm::reverse(copies))
      type = movedType(op, copy, type);
    return type;
  }

  // Not every type that is converted is one that each copy takes: no window reads 16 unsigned bits.
  static bool acceptAll(Operation *op, ArrayRef<Operation *> copies, Type type) {
    for (Operation *copy : llvm::reverse(copies)) {
      Type moved = movedType(op, copy, type);
      if (!accepts(copy, type, moved))
        return false;
      type = moved;
    }
    return true;
  }

  // `op` may be taken to the other side of `copy`, which nobody else reads.
  static bool passes(ConversionOpInterface op, Operation *copy) {
    return copy->getNumOperands() == 1 && copy->getNumResults() == 1 && copy->hasOneUse() &&
           op.mayMoveThrough(copy);
  }

  static LogicalResult explainNearMiss(ConversionOpInterface op, PatternRewriter &rewriter) {
    auto before = op->getOperand(0).getDefiningOp<DequantizeOp>();
    if (!isa<QuantizeOp>(op) || !before)
      return failure();
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
      diagnostic << "'" << layerName(op) << "' stays: it quantizes to "
                 << typeOf(op->getResult(0)).getElementType() << " values that were "
                 << typeOf(before.getInput()).getElementType();
    });
  }
};

// A conversion to its own type.
struct DropIdentity : ConversionPattern {
  using ConversionPattern::ConversionPattern;
  LogicalResult matchAndRewrite(ConversionOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!covers(op) || op->getOperand(0).getType() != op->getResult(0).getType() ||
        !op.isIdentity())
      return failure();
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
};

bool quantizesTo(Operation *user, Type element) {
  return isa<QuantizeOp>(user) && typeOf(user->getResult(0)).getElementType() == element;
}

// `copy` again on `operand`, its results of that element type.
Operation *copyOn(Operation *copy, Value operand, PatternRewriter &rewriter) {
  Operation *again = rewriter.clone(*copy);
  again->setOperand(0, operand);
  for (Value result : again->getResults())
    result.setType(typeOf(result).clone(typeOf(operand).getElementType()));
  return again;
}

// copy(dequantize(x)) → dequantize(copy(x)), each result of the copy by itself.
struct SinkDequantize : OpRewritePattern<DequantizeOp> {
  SinkDequantize(MLIRContext *context, FreshNames &names)
      : OpRewritePattern(context), names(names) {}
  LogicalResult matchAndRewrite(DequantizeOp op, PatternRewriter &rewriter) const override {
    Operation *copy = nullptr;
    for (Operation *user : op->getUsers())
      if (user->getNumOperands() == 1 && op.mayMoveThrough(user) &&
          (op->hasOneUse() || becomesInteger(user, op.getInput())))
        copy = user;
    if (!copy)
      return failure();
    if (!accepts(copy, op.getInput().getType(), {}))
      return failure();
    rewriter.setInsertionPoint(copy);
    Operation *moved = copyOn(copy, op.getInput(), rewriter);
    bool isFirst = true; // it keeps the name of `op`, which goes where that was its only use
    for (auto [steps, result] : llvm::zip_equal(moved->getResults(), copy->getResults())) {
      if (result.use_empty())
        continue;
      Value floats = repeatOn(op, steps, result.getType(), rewriter);
      if (!isFirst && !nameOf(op).empty())
        setName(floats.getDefiningOp(), names.unique(op, nameOf(op)));
      rewriter.replaceAllUsesWith(result, floats);
      isFirst = false;
    }
    rewriter.eraseOp(copy);
    return success();
  }

  // Everyone who reads `copy` quantizes it back to the steps of `steps`: worth
  // a dequantize that another reader keeps.
  static bool becomesInteger(Operation *copy, Value steps) {
    return llvm::all_of(copy->getUsers(), [&](Operation *user) {
      return quantizesTo(user, typeOf(steps).getElementType());
    });
  }

  FreshNames &names;
};

// quantize(copy(x)) → copy(quantize(x)), where that is no more elements; of several results
// each must have such a quantize.
struct RaiseQuantize : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    Operation *copy = op.getInput().getDefiningOp();
    if (!copy || copy->getNumOperands() != 1 || !op.mayMoveThrough(copy))
      return failure();
    Type element = typeOf(op.getResult()).getElementType();
    Dim elements;
    for (Value result : copy->getResults()) {
      std::optional<Dim> own = productOf(symbolicShape(result));
      if (!own || !result.hasOneUse() || !quantizesTo(*result.user_begin(), element))
        return failure();
      elements = sum(elements, *own);
    }
    Value from = copy->getOperand(0);
    if (productOf(symbolicShape(from)) != elements ||
        !accepts(copy, typeOf(from).clone(element), {}))
      return failure();
    rewriter.setInsertionPoint(copy);
    Value quantized = repeatOn(op, from, typeOf(from).clone(element), rewriter);
    Operation *moved = copyOn(copy, quantized, rewriter);
    for (auto [steps, result] : llvm::zip_equal(moved->getResults(), copy->getResults()))
      rewriter.replaceOp(*result.user_begin(), steps);
    return success();
  }
};

// Two reshapes, or two transposes, are one.
struct Compose : OpInterfaceRewritePattern<ConversionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(ConversionOpInterface op,
                                PatternRewriter &rewriter) const override {
    Operation *first = op->getOperand(0).getDefiningOp();
    if (!first || first->getName() != op->getName() || !isa<ReshapeOp, TransposeOp>(*op))
      return failure();
    SmallVector<int64_t> permutation;
    if (auto second = dyn_cast<TransposeOp>(*op))
      for (int64_t axis : second.getPermutation())
        permutation.push_back(cast<TransposeOp>(first).getPermutation()[axis]);
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(0, first->getOperand(0));
      if (auto second = dyn_cast<TransposeOp>(*op))
        second.setPermutation(permutation);
    });
    return success();
  }
};

LogicalResult cancel(ModuleOp module, bool quantizeOnly, const RewriteOptions &options) {
  Rewrites rewrites(module.getContext());
  // Cancelling comes before moving: it needs no move.
  rewrites.add<CancelPair>({"cancel/pair", Promise::SameBits}, quantizeOnly, PatternBenefit(2))
      .add<DropIdentity>({"cancel/identity", Promise::SameBits}, quantizeOnly, PatternBenefit(2))
      .add<SinkDequantize>({"cancel/sink-dequantize", Promise::SameBits}, rewrites.names)
      .add<RaiseQuantize>({"cancel/raise-quantize", Promise::SameBits});
  if (!quantizeOnly)
    rewrites.add<Compose>({"cancel/compose", Promise::SameBits});
  return std::move(rewrites).apply(module, options);
}

struct CancelConversions : impl::CancelConversionsBase<CancelConversions> {
  using CancelConversionsBase::CancelConversionsBase;
  void runOnOperation() override {
    if (failed(cancel(getOperation(), /*quantizeOnly=*/false, {explain, without})))
      signalPassFailure();
  }
};

struct FoldDequant : impl::FoldDequantBase<FoldDequant> {
  using FoldDequantBase::FoldDequantBase;
  void runOnOperation() override {
    if (failed(cancel(getOperation(), /*quantizeOnly=*/true, {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

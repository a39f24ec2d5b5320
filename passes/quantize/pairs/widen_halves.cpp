// Pairs whose scales are f16 or bf16 stand between casts, for their real values are as narrow: what
// lies between pairs is made f32, as which it is computed anyway, and casts are left out that round
// what dequantize made or what is quantized next.
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "passes/quantize/pairs/exits.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

bool isNarrow(Type type) { return isFloat(type) && !isF32(type); }

bool isWidening(Operation *op) {
  return isa<CastOp>(op) && isNarrow(op->getOperand(0).getType()) &&
         isF32(op->getResult(0).getType());
}

// Returns the f32 value that a narrow value was rounded from; null where there is none.
Value beforeNarrowing(Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && isF32(cast.getInput().getType()) && isNarrow(value.getType()) ? cast.getInput()
                                                                               : Value();
}

bool mayBeInteger(Operation *op) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return rule && rule.quantizationRule().result != ResultRule::StaysFloat;
}

bool isCopyOrBound(Operation *op) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return rule && op->getNumResults() == 1 &&
         (rule.quantizationRule().isBound ||
          rule.quantizationRule().result == ResultRule::SharesInput);
}

bool isQuantizedNext(Value value);

// Steps are made at once, or behind a copy, bound or cast.
bool leadsToSteps(Operation *user) {
  if (isa<QuantizeOp>(user))
    return true;
  const bool passes = isCopyOrBound(user) || isa<CastOp>(user);
  return passes && isQuantizedNext(user->getResult(0));
}

// Returns whether all that read the value lead to quantized values.
bool isQuantizedNext(Value value) {
  return !value.use_empty() && llvm::all_of(value.getUsers(), leadsToSteps);
}

bool isDequantized(Value value) { return value && value.getDefiningOp<DequantizeOp>() != nullptr; }

// f32(f16(x)) → x, where x was dequantized for what has an integer form, or is quantized next.
struct DropRounding : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const override {
    Value real = isWidening(op) ? beforeNarrowing(op.getInput()) : Value();
    const bool isBetween = isDequantized(real) && llvm::any_of(op->getUsers(), mayBeInteger);
    if (!real || !(isBetween || isQuantizedNext(op)))
      return failure();
    Operation *narrow = op.getInput().getDefiningOp(), *producer = real.getDefiningOp();
    // The layer's name is that of the value as its file has it.
    if (producer && producer->getNumResults() == 1 && real.hasOneUse() && narrow->hasOneUse() &&
        !nameOf(narrow).empty()) {
      rewriter.modifyOpInPlace(producer, [&] { takeIdentity(producer, narrow); });
    }
    rewriter.replaceOp(op, real);
    return success();
  }
};

// f(f16 …) → f16(f(f32 …)) of an operation beside pairs that may compute on integers: narrow
// floats are stored as such, and computed in f32.
struct ComputeInF32 : OpInterfaceRewritePattern<QuantizationRuleOpInterface> {
  ComputeInF32(MLIRContext *context, FreshNames &names)
      : OpInterfaceRewritePattern(context), names(names) {}

  LogicalResult matchAndRewrite(QuantizationRuleOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || !isNarrow(op->getResult(0).getType()) || !mayBeInteger(op) ||
        !isBesidePairs(op))
      return failure();
    auto f32 = [&](Type type) { return cast<RankedTensorType>(type).clone(rewriter.getF32Type()); };
    rewriter.setInsertionPoint(op);
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (isNarrow(operand.getType())) {
        auto wide = CastOp::create(rewriter, op->getLoc(), f32(operand.getType()), operand);
        setName(wide, names.unique(op, keyOf(operand) + "_f32"));
        operand = wide;
      }
      operands.push_back(operand);
    }
    Type narrow = op->getResult(0).getType();
    std::string refusal;
    Operation *wide = verifiedClone(op, operands, {f32(narrow)}, refusal);
    if (!wide)
      return rewriter.notifyMatchFailure(op, refusal);
    rewriter.insert(wide);
    auto back = CastOp::create(rewriter, op->getLoc(), narrow, wide->getResult(0));
    takeIdentity(back, wide);
    for (StringRef attribute : {tensorAttr, absorbedAttr})
      wide->removeAttr(attribute);
    setName(wide, names.unique(op, layerName(op) + "_f32"));
    rewriter.replaceOp(op, back);
    return success();
  }

  static bool isBesidePairs(Operation *op) {
    auto wasDequantized = [](Value value) { return isDequantized(beforeNarrowing(value)); };
    return llvm::any_of(op->getOperands(), wasDequantized) || isQuantizedNext(op->getResult(0));
  }

  FreshNames &names;
};

} // namespace

bool awaitsWidening(Value result) {
  bool isCast = false;
  Value last = result;
  while (last.hasOneUse() && !isa<QuantizeOp>(*last.user_begin())) {
    Operation *user = *last.user_begin();
    if (user->getNumResults() != 1)
      return false;
    isCast |= isa<CastOp>(user);
    last = user->getResult(0);
  }
  return isCast && isQuantizedNext(result);
}

void addHalves(Rewrites &rewrites) {
  rewrites.add<DropRounding>({"absorb-qdq/drop-rounding", Promise::Approximation})
      .add<ComputeInF32>({"absorb-qdq/compute-in-f32", Promise::SameBits}, rewrites.names);
}

} // namespace qopt

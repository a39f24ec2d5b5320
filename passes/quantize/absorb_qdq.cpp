// Float operations between nn.dequantize and nn.quantize compute on the steps.
#include "ir/keys.h"
#include "ir/ops.h"
#include "ir/quant_type.h"
#include "ir/reference/evaluator.h"
#include "ir/weights.h"
#include "passes/passes.h"
#include "passes/quantize/accumulator.h"
#include "passes/rewrite.h"

#include "mlir/IR/Verifier.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_ABSORBQDQ
#include "passes/passes.h.inc"
namespace {

// The type that every consumer quantizes `value` to; null when they differ,
// or one reads it as float.
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

// Where the steps of an operation end up: in itself, or behind a bound.
struct Exit {
  RankedTensorType type; // null: the result stays float
  Operation *bound = nullptr;
  RankedTensorType requantized; // null: `type` is what follows
};

bool isBound(Operation *op) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return rule && rule.quantizationRule().isBound;
}

Exit exitOf(Operation *op) {
  Value result = op->getResult(0);
  if (RankedTensorType type = quantizedBy(result))
    return {type};
  if (!result.hasOneUse() || !isBound(*result.user_begin()))
    return {};
  Operation *bound = *result.user_begin();
  return {quantizedBy(bound->getResult(0)), bound};
}

// The stored bias with scale s_x·s_w[c], from nn.dequantize of an integer one.
std::optional<qrt::Tensor> integerBias(Value bias, double inputScale, Type weights) {
  auto dequantize = bias.getDefiningOp<DequantizeOp>();
  std::optional<qrt::Tensor> stored =
      dequantize ? constantTensor(dequantize.getInput()) : std::nullopt;
  if (!stored || stored->type() != qrt::ElementType::I32)
    return std::nullopt;
  SmallVector<double> scales = weightScales(weights).scales;
  SmallVector<double> own = weightScales(dequantize.getInput().getType()).scales;
  std::optional<QuantParams> perTensor = quantParams(dequantize.getInput().getType());
  int64_t zero = perTensor ? perTensor->zeroPoint : 0;
  qrt::Tensor result = qrt::Tensor::allocate(qrt::ElementType::I32, stored->shape());
  for (int64_t c = 0; c < stored->size(); ++c) {
    double implied = inputScale * scales[scales.size() == 1 ? 0 : c];
    double ratio = own[own.size() == 1 ? 0 : c] / implied;
    double steps = double(stored->values<int32_t>()[c]) - double(zero);
    // The product of two f32 scales, rounded to f32, is the implied one.
    double value = std::abs(ratio - 1) < 1e-6 ? steps : std::nearbyint(steps * ratio);
    if (!(std::abs(value) <= std::numeric_limits<int32_t>::max()))
      return std::nullopt;
    result.mutableValues<int32_t>()[c] = int32_t(value);
  }
  return result;
}

struct Absorb : OpInterfaceRewritePattern<QuantizationRuleOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  static LogicalResult decline(Operation *op, PatternRewriter &rewriter, const Twine &reason) {
    return rewriter.notifyMatchFailure(op, Twine("'") + layerName(op) + "' stays float: " + reason);
  }

  LogicalResult matchAndRewrite(QuantizationRuleOpInterface op,
                                PatternRewriter &rewriter) const override {
    QuantizationRule rule = op.quantizationRule();
    bool anyDequantized = llvm::any_of(op->getOperands(), [](Value operand) {
      return operand.getDefiningOp<DequantizeOp>() != nullptr;
    });
    if (rule.result == ResultRule::StaysFloat || !anyDequantized ||
        !isF32(op->getResult(0).getType()))
      return failure();
    SmallVector<Value> operands;
    for (auto [i, role] : llvm::enumerate(rule.operands)) {
      Value operand = op->getOperand(i);
      auto dequantize = operand.getDefiningOp<DequantizeOp>();
      if (!dequantize && role != OperandRole::Bias)
        return decline(op, rewriter, "operand " + Twine(i) + " is not dequantized");
      operands.push_back(role == OperandRole::Bias ? operand : dequantize.getInput());
    }
    Exit exit = exitOf(op);
    // A copy has its operand's parameters; if others follow, a requantize makes them.
    if (exit.type && (rule.isBound || rule.result == ResultRule::SharesInput)) {
      Type own = exit.type.clone(getElementTypeOrSelf(operands[0].getType()));
      if (own != exit.type && exit.bound)
        return decline(op, rewriter, "the bound after it has other parameters than its operand");
      if (own != exit.type)
        exit = {cast<RankedTensorType>(own), nullptr, exit.type};
    }
    if (!exit.type && !rule.writesFloat)
      return decline(op, rewriter, "its result is not quantized");
    return rewrite(op, rule, operands, exit, rewriter);
  }

  static LogicalResult rewrite(Operation *op, const QuantizationRule &rule,
                               SmallVector<Value> &operands, Exit exit, PatternRewriter &rewriter) {
    std::optional<unsigned> biasIndex;
    for (auto [i, role] : llvm::enumerate(rule.operands))
      if (role == OperandRole::Bias)
        biasIndex = i;
    std::optional<QuantParams> input = quantParams(operands[0].getType());
    std::optional<qrt::Tensor> bias;
    if (biasIndex && input)
      bias = integerBias(operands[*biasIndex], input->scale, operands[1].getType());
    double resultScale = exit.type && quantParams(exit.type) ? quantParams(exit.type)->scale : 1;
    if (std::string reason = whyUnfit(op, rule, operands, bias, resultScale); !reason.empty())
      return decline(op, rewriter, reason);
    rewriter.setInsertionPoint(op);
    Operation *biasConstant = nullptr;
    if (bias) {
      Operation *old = operands[*biasIndex].getDefiningOp()->getOperand(0).getDefiningOp();
      biasConstant = createConstant(rewriter, old->getLoc(), nameForCopy(old), *bias);
      operands[*biasIndex] = biasConstant->getResult(0);
    }
    // Verified before it is inserted: what the operation refuses, as unsigned
    // weights, is a reason to decline.
    std::string refusal;
    Operation *integer = candidate(op, operands, exit.type, refusal);
    if (!integer) {
      if (biasConstant)
        rewriter.eraseOp(biasConstant);
      return decline(op, rewriter, refusal);
    }
    rewriter.insert(integer);
    finish(op, integer, exit, rewriter);
    return success();
  }

  // Empty when sums of products fit the accumulator.
  static std::string whyUnfit(Operation *op, const QuantizationRule &rule, ArrayRef<Value> operands,
                              const std::optional<qrt::Tensor> &bias, double resultScale) {
    SmallVector<QuantParams> activations;
    for (auto [operand, role] : llvm::zip(operands, rule.operands))
      if (auto params = quantParams(operand.getType()); params && role != OperandRole::Bias)
        activations.push_back(*params);
    std::optional<qrt::Tensor> weights =
        rule.writesFloat ? constantTensor(operands[1]) : std::nullopt;
    if (weights && weights->type() == qrt::ElementType::I8 && !activations.empty())
      return whyOverflows(*weights, rule.weightAxis, bias ? &*bias : nullptr, activations[0]);
    return weights ? "" : whyUnsafe(op, activations, resultScale);
  }

  static Operation *candidate(Operation *op, ArrayRef<Value> operands, Type result,
                              std::string &refusal) {
    Operation *integer = op->clone();
    integer->setOperands(operands);
    if (result)
      integer->getResult(0).setType(result);
    ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
      if (refusal.empty())
        refusal = diagnostic.str();
      return success();
    });
    if (succeeded(verify(integer)))
      return integer;
    integer->destroy();
    return nullptr;
  }

  static void finish(Operation *op, Operation *integer, Exit exit, PatternRewriter &rewriter) {
    if (!exit.type)
      return rewriter.replaceOp(op, integer);
    Operation *last = op, *lastInteger = integer;
    if (exit.requantized) {
      lastInteger =
          RequantizeOp::create(rewriter, op->getLoc(), exit.requantized, integer->getResult(0));
      setName(lastInteger, nameOf(*op->user_begin()));
    } else if (exit.bound) {
      rewriter.setInsertionPoint(exit.bound);
      lastInteger = rewriter.clone(*exit.bound);
      lastInteger->setOperand(0, integer->getResult(0));
      lastInteger->getResult(0).setType(exit.type);
      last = exit.bound;
    }
    for (Operation *user : llvm::make_early_inc_range(last->getUsers()))
      rewriter.replaceOp(user, lastInteger);
    rewriter.eraseOp(last);
    if (exit.bound)
      rewriter.eraseOp(op);
  }
};

// quantize of a constant that is only dequantized again: fake quantization of
// weights. The steps are computed once.
struct QuantizeWeights : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    std::optional<qrt::Tensor> constant = constantTensor(op.getInput());
    if (!constant ||
        !llvm::all_of(op->getUsers(), [](Operation *user) { return isa<DequantizeOp>(user); }))
      return failure();
    FailureOr<qrt::Tensor> steps = evaluateOperation(op, {*constant});
    if (failed(steps))
      return failure();
    auto type = cast<RankedTensorType>(op.getType());
    rewriter.replaceOp(op, createConstant(rewriter, op.getLoc(), nameOf(op), type, *steps));
    return success();
  }
};

struct AbsorbQdq : impl::AbsorbQdqBase<AbsorbQdq> {
  using AbsorbQdqBase::AbsorbQdqBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<Absorb, QuantizeWeights>(&getContext());
    if (failed(applyPatterns(getOperation(), std::move(patterns), explain)))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt

// Float operations between nn.dequantize and nn.quantize compute on the steps.
#include "ir/ops.h"
#include "ir/ops/rescale.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/quantize/pairs/declines.h"
#include "passes/quantize/pairs/exits.h"
#include "passes/quantize/summary.h"
#include "passes/rewrite.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_ABSORBQDQ
#include "passes/passes.h.inc"
namespace {

bool canRequantize(Type from, Type to) {
  std::optional<QuantParams> x = quantParams(from), y = quantParams(to);
  return x && y && hasComputedStorage(from) && hasComputedStorage(to) &&
         std::isnormal(multiplier(x->scale, y->scale));
}

// The stored bias with scale s_x·s_w[c], from nn.dequantize of an i32 one, whose zero points are 0:
// as wide as the accumulator of `input` wants it (A3).
std::optional<qrt::Tensor> integerBias(Value bias, const QuantParams &input, Type weights) {
  auto dequantize = bias.getDefiningOp<DequantizeOp>();
  std::optional<qrt::Tensor> stored =
      dequantize ? constantTensor(dequantize.getInput()) : std::nullopt;
  if (!stored || stored->type() != qrt::ElementType::I32)
    return std::nullopt;
  Type type = dequantize.getInput().getType();
  int64_t channels = stored->size();
  SmallVector<double> scales = weightScales(weights).scales, own = weightScales(type).scales;
  auto fits = [&](ArrayRef<double> s) { return s.size() == 1 || int64_t(s.size()) == channels; };
  if (!fits(scales) || !fits(own))
    return std::nullopt;
  bool wide = qrt::byteWidth(input.storage) == 2;
  qrt::Tensor result =
      qrt::Tensor::allocate(wide ? qrt::ElementType::I64 : qrt::ElementType::I32, stored->shape());
  for (int64_t c = 0; c < channels; ++c) {
    double implied = input.scale * scales[scales.size() == 1 ? 0 : c];
    double ratio = own[own.size() == 1 ? 0 : c] / implied;
    double steps = stored->values<int32_t>()[c];
    // The product of two f32 scales, rounded to f32, is the implied one.
    double value = std::abs(ratio - 1) < 1e-6 ? steps : std::nearbyint(steps * ratio);
    if (!(std::abs(value) <= (wide ? 0x1p62 : double(std::numeric_limits<int32_t>::max()))))
      return std::nullopt;
    if (wide)
      result.mutableValues<int64_t>()[c] = int64_t(value);
    else
      result.mutableValues<int32_t>()[c] = int32_t(value);
  }
  return result;
}

// A name for what replaces the constant behind `reader`, an nn.dequantize: its own where both
// serve this bias alone.
std::string nameForBias(Operation *reader, FreshNames &names) {
  Operation *constant = reader->getOperand(0).getDefiningOp();
  return reader->hasOneUse() ? names.forCopy(constant) : names.unique(constant, nameOf(constant));
}

// Makes a requantize of `steps`, which takes the name of `quantize`: it gives the value that this
// wrote.
Value requantized(Value steps, RankedTensorType type, Operation *quantize, OpBuilder &builder) {
  auto requantize = RequantizeOp::create(builder, steps.getLoc(), type, steps);
  if (StringRef name = nameOf(quantize); !name.empty())
    setName(requantize, name);
  return requantize;
}

struct Absorb : OpInterfaceRewritePattern<QuantizationRuleOpInterface> {
  Absorb(MLIRContext *context, FreshNames &names, Declines &declines, bool raises)
      : OpInterfaceRewritePattern(context), names(names), declines(declines), raises(raises) {}

  LogicalResult matchAndRewrite(QuantizationRuleOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return failure(); // AbsorbCopies
    QuantizationRule rule = op.quantizationRule();
    bool anyDequantized = llvm::any_of(op->getOperands(), [](Value operand) {
      return operand.getDefiningOp<DequantizeOp>() != nullptr;
    });
    if (!anyDequantized || !isF32(op->getResult(0).getType()))
      return failure();
    if (rule.result == ResultRule::StaysFloat)
      return declines.decline(op, rewriter, "it has no integer form");
    SmallVector<Value> operands;
    for (auto [i, role] : llvm::enumerate(rule.operands)) {
      Value operand = op->getOperand(i);
      auto dequantize = operand.getDefiningOp<DequantizeOp>();
      bool isTaken = role == OperandRole::Bias || role == OperandRole::AsIs;
      if (!dequantize && !isTaken)
        return declines.decline(op, rewriter, "operand " + Twine(i) + " is not dequantized");
      operands.push_back(isTaken ? operand : dequantize.getInput());
    }
    Exit exit = exitOf(op->getResult(0));
    if (!exit.type &&
        ((raises && awaitsQuantize(op->getResult(0))) || awaitsWidening(op->getResult(0))))
      return failure();
    // A copy has its operand's parameters; if others follow, a requantize makes them, or the
    // bound does.
    if (exit.type && rule.result == ResultRule::SharesInput) {
      auto own =
          cast<RankedTensorType>(exit.type.clone(getElementTypeOrSelf(operands[0].getType())));
      if (own != exit.type && !canRequantize(own, exit.type))
        return declines.decline(op, rewriter, "no requantize leads to the parameters after it");
      if (own != exit.type)
        exit = {own, exit.bound, exit.type};
    }
    if (!exit.type && !rule.writesFloat)
      return declines.decline(op, rewriter, "its result is not quantized");
    return rewrite(op, rule, operands, exit, rewriter);
  }

  LogicalResult rewrite(Operation *op, const QuantizationRule &rule, SmallVector<Value> &operands,
                        Exit exit, PatternRewriter &rewriter) const {
    std::optional<unsigned> biasIndex;
    for (auto [i, role] : llvm::enumerate(rule.operands))
      if (role == OperandRole::Bias)
        biasIndex = i;
    std::optional<QuantParams> input = quantParams(operands[0].getType());
    std::optional<qrt::Tensor> bias;
    if (biasIndex && input)
      bias = integerBias(operands[*biasIndex], *input, operands[1].getType());
    Operation *biasConstant = nullptr;
    if (bias) {
      // Past the rewriter, which does not take back what it was told of.
      OpBuilder builder(op);
      biasConstant = createConstant(builder, operands[*biasIndex].getLoc(), "", *bias);
      operands[*biasIndex] = biasConstant->getResult(0);
    }
    // Verified before it is inserted: what the operation refuses, as weights wider
    // than the input, is a reason to decline.
    std::string refusal;
    Operation *integer = verifiedClone(op, operands, exit.type, refusal);
    if (!integer) {
      std::string steps = whyNotComputed(operands, rule); // looks at the bias, too
      if (biasConstant)
        biasConstant->erase();
      return declines.decline(op, rewriter, steps.empty() ? refusal : steps);
    }
    if (biasConstant)
      setName(biasConstant, nameForBias(op->getOperand(*biasIndex).getDefiningOp(), names));
    rewriter.setInsertionPoint(op);
    rewriter.insert(integer);
    finish(op, integer, exit, rewriter);
    return success();
  }

  static void finish(Operation *op, Operation *integer, Exit exit, PatternRewriter &rewriter) {
    if (!exit.type)
      return rewriter.replaceOp(op, integer);
    Operation *last = op, *lastInteger = integer;
    if (exit.bound) {
      rewriter.setInsertionPoint(exit.bound);
      lastInteger = rewriter.clone(*exit.bound);
      lastInteger->setOperand(0, integer->getResult(0));
      lastInteger->getResult(0).setType(exit.requantized ? exit.requantized : exit.type);
      last = exit.bound;
    } else if (exit.requantized) {
      lastInteger =
          requantized(integer->getResult(0), exit.requantized, *op->user_begin(), rewriter)
              .getDefiningOp();
    }
    for (Operation *user : llvm::make_early_inc_range(last->getUsers()))
      rewriter.replaceOp(user, lastInteger);
    rewriter.eraseOp(last);
    if (exit.bound)
      rewriter.eraseOp(op);
  }

  FreshNames &names;
  Declines &declines;
  bool raises; // quantizes come back over copies
};

// An exact copy with several results: each is read as steps, or dequantized by itself.
struct AbsorbCopies : OpInterfaceRewritePattern<QuantizationRuleOpInterface> {
  AbsorbCopies(MLIRContext *context, FreshNames &names, Declines &declines)
      : OpInterfaceRewritePattern(context), names(names), declines(declines) {}

  LogicalResult matchAndRewrite(QuantizationRuleOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() < 2 || op.quantizationRule().result != ResultRule::SharesInput)
      return failure();
    auto dequantize = op->getOperand(0).getDefiningOp<DequantizeOp>();
    if (!dequantize)
      return failure();
    if (llvm::none_of(op->getResults(), [](Value result) { return exitOf(result).type; }))
      return declines.decline(op, rewriter, "none of its results is quantized");
    Type element = getElementTypeOrSelf(dequantize.getInput());
    SmallVector<Type> types;
    for (Type type : op->getResultTypes())
      types.push_back(cast<RankedTensorType>(type).clone(element));
    std::string refusal;
    Operation *integer = verifiedClone(op, dequantize.getInput(), types, refusal);
    if (!integer)
      return declines.decline(op, rewriter, refusal);
    rewriter.setInsertionPoint(op);
    rewriter.insert(integer);
    for (auto [result, steps] : llvm::zip_equal(op->getResults(), integer->getResults()))
      replace(result, steps, rewriter);
    rewriter.eraseOp(op);
    return success();
  }

  void replace(OpResult result, Value steps, PatternRewriter &rewriter) const {
    RankedTensorType type = quantizedBy(result);
    if (type && (type == steps.getType() || canRequantize(steps.getType(), type))) {
      if (type != steps.getType())
        steps = requantized(steps, type, *result.user_begin(), rewriter);
      for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
        rewriter.replaceOp(user, steps);
    } else if (!result.use_empty()) {
      Operation *op = result.getOwner();
      auto back = DequantizeOp::create(rewriter, op->getLoc(), result.getType(), steps);
      std::string key = resultKey(layerName(op), result.getResultNumber());
      setName(back, names.unique(op, key + "_dequantize"));
      rewriter.replaceAllUsesWith(result, back);
    }
  }

  FreshNames &names;
  Declines &declines;
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
    FailureOr<std::vector<qrt::Tensor>> steps = evaluateOperation(op, {*constant});
    if (failed(steps))
      return failure();
    auto type = cast<RankedTensorType>(op.getType());
    rewriter.replaceOp(op, createConstant(rewriter, op.getLoc(), nameOf(op), type, steps->front()));
    return success();
  }
};

struct AbsorbQdq : impl::AbsorbQdqBase<AbsorbQdq> {
  using AbsorbQdqBase::AbsorbQdqBase;
  void runOnOperation() override {
    const bool hadPairs =
        getOperation()
            ->walk([](Operation *op) {
              return isa<DequantizeOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
            })
            .wasInterrupted();
    Declines declines;
    Rewrites rewrites(&getContext());
    const bool raises = !llvm::is_contained(without, raiseQuantize);
    rewrites
        .add<Absorb>({"absorb-qdq/operation", Promise::Approximation}, rewrites.names, declines,
                     raises)
        .add<AbsorbCopies>({"absorb-qdq/copy", Promise::SameBits}, rewrites.names, declines)
        .add<QuantizeWeights>({"absorb-qdq/weights", Promise::SameBits});
    addHoists(rewrites);
    addWeightCopies(rewrites);
    addHalves(rewrites);
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      return signalPassFailure();
    if (func::FuncOp function = entryOf(getOperation()); function && summary && hadPairs)
      close(function, declines.reasons);
  }

  // Says how many layers are integer, and why others are not, wherever there were pairs.
  static void close(func::FuncOp function, const FloatReasons &reasons) {
    Summary found = weightedSummary(function, reasons);
    if (found.isEmpty())
      found = floatSummary(function, reasons);
    if (!found.isEmpty())
      found.emit(function, "absorb-qdq");
  }
};

} // namespace
} // namespace qopt

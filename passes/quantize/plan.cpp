#include "passes/quantize/plan.h"

#include "ir/keys.h"
#include "ir/ops.h"
#include "ir/scalar_body.h"
#include "ir/weights.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

const QuantizedProduct *QuantPlan::productOf(Operation *op) const {
  auto found = products.find(op);
  return found == products.end() ? nullptr : &found->second;
}

// ---- which operations ----

// Empty: it may be taken.
std::string QuantPlan::whyIneligible(Operation *op) const {
  if (op->getNumResults() != 1 || !isF32(op->getResult(0).getType()))
    return "its result is not f32";
  QuantizationRule rule = ruleOf(op);
  if (rule.result == ResultRule::StaysFloat)
    return "it has no integer form";
  for (auto [operand, role] : llvm::zip(op->getOperands(), rule.operands)) {
    if (role != OperandRole::Bias && !isF32(operand.getType()))
      return "an operand is not f32";
    if (role == OperandRole::Weight && !constantTensor(operand))
      return "its weights are no constant";
    Value bias = operandWith(op, OperandRole::Bias);
    if (role == OperandRole::Residual && bias && !(profile.integerBias && constantTensor(bias)))
      return "it has a residual beside a float bias";
  }
  if (llvm::all_of(activationsOf(op), [](Value v) { return constantTensor(v).has_value(); }))
    return "its operands are constants (--fold-constants)";
  return "";
}

// A consumer, over operations that follow, computes on integers.
bool QuantPlan::needsInteger(Operation *op) {
  auto [entry, isNew] = integerNeeds.try_emplace(op, false);
  if (!isNew)
    return entry->second;
  bool needs = false;
  for (Operation *user : op->getUsers())
    needs |=
        eligible.contains(user) && (!follows(user) || drawn.contains(user) || needsInteger(user));
  return integerNeeds[op] = needs;
}

bool QuantPlan::isInteger(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && taken.contains(op) && !floatResults.contains(op);
}

bool QuantPlan::mayWriteFloat(Operation *op) {
  if (!ruleOf(op).writesFloat || operandWith(op, OperandRole::Residual) || !op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  return !eligible.contains(user) ||
         (follows(user) && !drawn.contains(user) && !needsInteger(user));
}

void QuantPlan::decide() {
  eligible.clear(), drawn.clear();
  function.walk([&](QuantizationRuleOpInterface op) {
    std::string reason = unsafe.contains(op) ? "unsafe" : whyIneligible(op);
    if (reason.empty())
      eligible.insert(op);
  });
  // A concat that one operand makes integer needs the others as integers too, and those may
  // have been left in float, or told to write it, when that was not known.
  for (size_t known = 0; take(), drawn.size() > known;)
    known = drawn.size();
}

void QuantPlan::take() {
  taken.clear(), floatResults.clear(), integerNeeds.clear();
  function.walk([&](QuantizationRuleOpInterface op) {
    if (!eligible.contains(op))
      return;
    if (follows(op) && !needsInteger(op) &&
        llvm::none_of(op->getOperands(), [&](Value v) { return isInteger(v); }))
      return;
    taken.insert(op);
    if (mayWriteFloat(op))
      floatResults.insert(op);
  });
  for (Operation *op : taken)
    if (ruleOf(op).result == ResultRule::Unifies)
      drawn.insert(op);
}

// ---- which parameters ----

std::optional<QuantParams> QuantPlan::fixedParams(Operation *op) const {
  auto interface = dyn_cast_or_null<QuantizationRuleOpInterface>(op);
  QuantizationRule rule = interface ? interface.quantizationRule() : QuantizationRule();
  if (rule.unsignedScale == 0 && rule.signedScale == 0)
    return std::nullopt;
  if (scheme == Scheme::Signed || rule.unsignedScale == 0)
    return QuantParams{rule.signedScale, 0, -128, 127, qrt::ElementType::I8};
  if (scheme == Scheme::Affine)
    return QuantParams{rule.unsignedScale, -128, -128, 127, qrt::ElementType::I8};
  return QuantParams{rule.unsignedScale, 0, 0, 255, qrt::ElementType::U8};
}

// Nothing upstream fixes the parameters of `value`.
bool QuantPlan::isFree(Value value) const {
  Operation *op = value.getDefiningOp();
  if (constantTensor(value) || fixedParams(op))
    return false;
  if (!op || !taken.contains(op) || !keepsInput(op))
    return true;
  return isDictated(op->getOperand(0));
}

// The only consumer is a bound or a concat, perhaps behind exact copies.
bool QuantPlan::isPulled(Value value) const {
  if (!value.hasOneUse())
    return false;
  Operation *user = *value.user_begin();
  if (!taken.contains(user) || !follows(user))
    return false;
  QuantizationRule rule = ruleOf(user);
  return rule.isBound || rule.result == ResultRule::Unifies || isPulled(user->getResult(0));
}

FailureOr<QuantParams> QuantPlan::resolve(Value value) {
  auto found = params.find(value);
  if (found != params.end())
    return found->second;
  FailureOr<QuantParams> result = compute(value);
  if (succeeded(result))
    params[value] = *result;
  return result;
}

FailureOr<QuantParams> QuantPlan::compute(Value value) {
  if (isDictated(value))
    return resolve((*value.user_begin())->getResult(0));
  Operation *op = value.getDefiningOp();
  if (op && taken.contains(op) && keepsInput(op) && !isDictated(op->getOperand(0)))
    return resolve(op->getOperand(0));
  if (std::optional<QuantParams> fixed = fixedParams(op))
    return *fixed;
  return fromRange(value);
}

// A clip with two finite bounds knows its range without measuring.
static std::optional<std::pair<double, double>> knownRange(Value value) {
  if (std::optional<RangeAttr> range = rangeOf(value))
    return std::pair(range->getMin(), range->getMax());
  if (std::optional<qrt::Tensor> constant = constantTensor(value); constant && constant->size()) {
    auto [min, max] = std::ranges::minmax(constant->values<float>());
    return std::pair<double, double>(min, max);
  }
  auto clip = value.getDefiningOp<ClipOp>();
  if (clip && clip.getMin().isFinite() && clip.getMax().isFinite())
    return std::pair<double, double>(clip.getMin().convertToFloat(),
                                     clip.getMax().convertToFloat());
  return std::nullopt;
}

FailureOr<QuantParams> QuantPlan::fromRange(Value value) {
  auto range = knownRange(value);
  if (!range)
    return mlir::emitError(value.getLoc())
           << "no range is known for '" << keyOf(value)
           << "': measure it with 'qrun calibrate' and give the file as "
              "--insert-quant=\"calibration=FILE\"";
  bool finite = std::isfinite(range->first) && std::isfinite(range->second);
  QuantParams result = paramsForRange(range->first, range->second, scheme);
  if (!finite || !std::isnormal(float(result.scale)))
    return mlir::emitError(value.getLoc())
           << "the range " << range->first << ", " << range->second << " of '" << keyOf(value)
           << "' gives no usable scale: measure it again with 'qrun calibrate'";
  return result;
}

// ---- do integers work out ----

FailureOr<bool> QuantPlan::fitsIntegers(Operation *op) {
  SmallVector<QuantParams> inputs;
  for (Value value : activationsOf(op)) {
    FailureOr<QuantParams> found = resolve(value);
    if (failed(found))
      return failure();
    inputs.push_back(*found);
  }
  double resultScale = 1;
  if (!writesFloat(op)) {
    FailureOr<QuantParams> result = resolve(op->getResult(0));
    if (failed(result))
      return failure();
    resultScale = result->scale;
  }
  std::string reason = operandWith(op, OperandRole::Weight)
                           ? quantizeWeights(op, inputs, resultScale)
                           : whyRefused(op, inputs);
  if (!reason.empty())
    mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
  return reason.empty();
}

// Empty, and the operation has a product, where it works out.
std::string QuantPlan::quantizeWeights(Operation *op, ArrayRef<QuantParams> inputs,
                                       double resultScale) {
  // A residual comes second: its multiplier is not the product's.
  for (const QuantParams &residual : inputs.drop_front())
    if (!std::isnormal(multiplier(residual.scale, resultScale)))
      return "the multiplier of its residual is no normal number";
  Value bias = operandWith(op, OperandRole::Bias);
  std::optional<qrt::Tensor> values;
  if (bias && profile.integerBias)
    values = constantTensor(bias);
  std::string reason;
  auto product =
      quantizeProduct(*constantTensor(operandWith(op, OperandRole::Weight)), ruleOf(op).weightAxis,
                      values ? &*values : nullptr, inputs[0], resultScale, reason);
  if (product)
    products[op] = std::move(*product);
  return reason;
}

// What the operation itself says of these types, all operands being activations: nothing where
// it accepts them. The operands do not exist yet, so arguments of a block stand for them.
std::string QuantPlan::whyRefused(Operation *op, ArrayRef<QuantParams> inputs) const {
  auto withParams = [&](Value value, const QuantParams &of) {
    return cast<RankedTensorType>(value.getType()).clone(quantType(op->getContext(), of));
  };
  Block block;
  SmallVector<Value> operands;
  for (auto [operand, role] : llvm::zip(op->getOperands(), ruleOf(op).operands)) {
    Type type = operand.getType();
    if (role == OperandRole::Activation) {
      type = withParams(operand, inputs.front());
      inputs = inputs.drop_front();
    }
    operands.push_back(block.addArgument(type, op->getLoc()));
  }
  Value result = op->getResult(0);
  std::string refusal;
  Operation *candidate = verifiedClone(
      op, operands, writesFloat(op) ? Type() : withParams(result, params.at(result)), refusal);
  if (candidate)
    candidate->destroy();
  return refusal;
}

LogicalResult QuantPlan::build() {
  // An operation that turns out unsafe changes what its neighbours may do.
  for (bool changed = true; changed;) {
    changed = false;
    params.clear(), products.clear();
    decide();
    WalkResult walked = function.walk([&](QuantizationRuleOpInterface op) {
      if (!takes(op))
        return WalkResult::advance();
      FailureOr<bool> fits = fitsIntegers(op);
      if (failed(fits))
        return WalkResult::interrupt();
      if (!*fits)
        changed = unsafe.insert(op).second || changed;
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return failure();
  }
  if (explain)
    function.walk([&](QuantizationRuleOpInterface op) {
      if (std::string reason = takes(op) || unsafe.contains(op) ? "" : whyIneligible(op);
          !reason.empty())
        mlir::emitRemark(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
    });
  return success();
}

} // namespace qopt

#include "passes/quantize/insert/plan.h"

#include "ir/ops.h"
#include "ir/ops/rescale.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

const QuantizedProduct *QuantPlan::productOf(const OpOperand &weights) const {
  auto found = products.find(&weights);
  return found == products.end() ? nullptr : &found->second;
}

// ---- which operations ----

// A batch norm that is the only reader of what a layer with weights makes.
static bool isFoldableNorm(Operation *op) {
  if (!isa<BatchNormOp>(op) || !op->getOperand(0).hasOneUse())
    return false;
  auto layer = op->getOperand(0).getDefiningOp<QuantizationRuleOpInterface>();
  return layer && operandWith(layer, OperandRole::Weight);
}

// Empty: an activation is not constant, or all is, but repeated for each sample.
static std::string whyConstant(Operation *op) {
  auto isStatic = [](Type type) { return cast<ShapedType>(type).hasStaticShape(); };
  if (!llvm::all_of(activationsOf(op), isConstant))
    return "";
  if (!llvm::all_of(op->getOperands(), isConstant))
    return "it looks up what is constant";
  return llvm::all_of(op->getResultTypes(), isStatic)
             ? "its operands are constants (--fold-constants)"
             : "";
}

// Empty: it may be taken.
std::string QuantPlan::whyIneligible(Operation *op) const {
  if (const LayerPolicy &layer = policy.of(op); layer.mode == LayerMode::Observe)
    return layer.origin + " says so";
  if (policy.of(op).mode == LayerMode::Dynamic)
    return "its ranges are those of the run";
  if (!llvm::all_of(op->getResultTypes(), isF32))
    return "its result is not f32";
  QuantizationRule rule = ruleOf(op);
  if (isFoldableNorm(op))
    return "--fold-batch-norm, which makes it part of the weights, comes first";
  if (rule.result == ResultRule::StaysFloat)
    return "it has no integer form";
  for (auto [operand, role] : llvm::zip(op->getOperands(), rule.operands)) {
    if (role != OperandRole::Bias && role != OperandRole::AsIs && !isF32(operand.getType()))
      return "an operand is not f32";
    if (role == OperandRole::Weight && !isConstant(operand))
      return "its weights are no constant";
    Value bias = operandWith(op, OperandRole::Bias);
    if (role == OperandRole::Residual && bias && !(policy.integerBias() && isConstant(bias)))
      return "it has a residual beside a float bias";
  }
  return whyConstant(op);
}

// A consumer, over operations that follow, computes on integers.
bool QuantPlan::needsInteger(Operation *op) {
  auto [entry, isNew] = integerNeeds.try_emplace(op, false);
  if (!isNew)
    return entry->second;
  bool needs = false;
  for (Operation *user : op->getUsers())
    needs |=
        (integerPorts && user->hasTrait<OpTrait::IsTerminator>()) ||
        (eligible.contains(user) && (!follows(user) || drawn.contains(user) || needsInteger(user)));
  return integerNeeds[op] = needs;
}

bool QuantPlan::isInteger(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && taken.contains(op) && !floatResults.contains(op);
}

static bool hasFloatEpilogue(Operation *op) {
  return ruleOf(op).writesFloat && !operandWith(op, OperandRole::Residual);
}

bool QuantPlan::mayWriteFloat(Operation *op) {
  if (mustWriteFloat.contains(op))
    return true;
  if (!hasFloatEpilogue(op) || !op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  if (integerPorts && user->hasTrait<OpTrait::IsTerminator>())
    return false;
  return !eligible.contains(user) ||
         (follows(user) && !drawn.contains(user) && !needsInteger(user));
}

// Of an operation without weights: it reads integers alone, and integers are made of its result.
bool QuantPlan::isEnclosed(Operation *op) const {
  auto isInteger = [&](Value value) {
    Operation *producer = value.getDefiningOp();
    return !producer || eligible.contains(producer) || isConstant(value);
  };
  auto isRead = [&](Operation *user) {
    return eligible.contains(user) || (integerPorts && user->hasTrait<OpTrait::IsTerminator>());
  };
  return llvm::all_of(activationsOf(op), isInteger) && llvm::any_of(op->getUsers(), isRead);
}

// What is not enclosed takes its neighbours with it.
void QuantPlan::restrictRegion() {
  outside.clear();
  SmallVector<Operation *> asked;
  function.walk([&](QuantizationRuleOpInterface op) { asked.push_back(op); });
  while (!asked.empty()) {
    Operation *op = asked.pop_back_val();
    if (!eligible.contains(op) || hasWeights(op) || (isEnclosed(op) && !multipliesRepeated(op)))
      continue;
    eligible.erase(op);
    outside.insert(op);
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        asked.push_back(producer);
    asked.append(op->user_begin(), op->user_end());
  }
}

void QuantPlan::decide() {
  eligible.clear(), drawn.clear();
  function.walk([&](QuantizationRuleOpInterface op) {
    if (!unsafe.contains(op) && !floatBounds.contains(op) && whyIneligible(op).empty())
      eligible.insert(op);
  });
  if (policy.region == QuantizedRegion::Weighted)
    restrictRegion();
  // A concat that one operand makes integer needs the others as integers too, and those may
  // have been left in float, or told to write it, when that was not known.
  for (size_t known = 0; take(), drawn.size() > known;)
    known = drawn.size();
}

void QuantPlan::take() {
  taken.clear(), floatResults.clear(), integerNeeds.clear();
  // The last first: each asks those behind it, which may be many.
  for (Operation &op : llvm::reverse(function.front()))
    if (eligible.contains(&op))
      needsInteger(&op);
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

// ---- do integers work out ----

// Of a bound whose operand has other readers, and so other parameters: whether it must read
// floats, the operand's steps being too coarse for it (B4).
FailureOr<bool> QuantPlan::needsFloats(Operation *op) {
  Value operand = op->getOperand(0);
  if (!ruleOf(op).isBound || isDictated(operand))
    return false;
  FailureOr<QuantParams> from = resolve(operand), to = resolve(op->getResult(0));
  if (failed(from) || failed(to))
    return failure();
  if (from->scale <= 2.01 * to->scale)
    return false;
  if (isInteger(operand)) {
    Operation *producer = operand.getDefiningOp();
    if (!hasFloatEpilogue(producer)) {
      warnings.emplace_back(op->getLoc(),
                            (Twine("'") + layerName(op) + "' is computed from the steps of '" +
                             layerName(producer) + "', which are " +
                             llvm::formatv("{0:f1}", from->scale / to->scale).str() +
                             " times as large as its own")
                                .str());
      return false;
    }
    mustWriteFloat.insert(producer);
  }
  floatBounds.insert(op);
  return true;
}

FailureOr<bool> QuantPlan::isUnsafe(Operation *op) {
  SmallVector<QuantParams> inputs;
  for (Value value : activationsOf(op)) {
    FailureOr<QuantParams> found = resolve(value);
    if (failed(found))
      return failure();
    inputs.push_back(*found);
  }
  std::optional<double> resultScale;
  for (Value result : writesFloat(op) ? ResultRange(nullptr, 0) : op->getResults()) {
    FailureOr<QuantParams> found = resolve(result);
    if (failed(found))
      return failure();
    resultScale = found->scale; // products have one result
  }
  std::string reason = whyLossy(op);
  if (reason.empty())
    reason = operandWith(op, OperandRole::Weight) ? quantizeWeights(op, inputs, resultScale)
                                                  : whyRefused(op, inputs);
  if (reason.empty())
    return false;
  mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
  return unsafe.try_emplace(op, reason).second;
}

// Empty, and the operation has a product, where it works out.
std::string QuantPlan::quantizeWeights(Operation *op, ArrayRef<QuantParams> inputs,
                                       std::optional<double> resultScale) {
  // A residual comes second: its multiplier is not the product's.
  for (const QuantParams &residual : inputs.drop_front())
    if (!std::isnormal(multiplier(residual.scale, *resultScale)))
      return "the multiplier of its residual is no normal number";
  Value bias = operandWith(op, OperandRole::Bias);
  std::optional<qrt::Tensor> values;
  if (bias && policy.integerBias())
    values = constantTensor(bias);
  std::string reason;
  const LayerPolicy &layer = policy.of(op);
  const unsigned inputBits = unsigned(qrt::bitWidth(inputs[0].storage));
  if (layer.saysBits && layer.bits > inputBits)
    warnings.emplace_back(op->getLoc(),
                          (Twine("'") + layerName(op) + "' multiplies " + Twine(inputBits) +
                           " bits and not the " + Twine(layer.bits) + " that " + layer.origin +
                           " says: '" + keyOf(activationsOf(op)[0]) + "', which it reads, has " +
                           Twine(inputBits))
                              .str());
  for (auto [operand, rule] : llvm::zip(op->getOpOperands(), ruleOf(op).operands)) {
    if (rule != OperandRole::Weight)
      continue;
    qrt::Tensor weights = *constantTensor(operand.get());
    auto product = quantizeProduct({.weights = weights,
                                    .layout = {rule.terms, rule.axis},
                                    .integerBias = values ? &*values : nullptr,
                                    .input = inputs[0],
                                    .resultScale = resultScale,
                                    .bits = std::min(layer.weightBits, inputBits),
                                    .perChannel = layer.perChannel},
                                   reason);
    if (!product)
      return reason;
    products[&operand] = std::move(*product);
  }
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
  SmallVector<Type> results;
  for (Value result : op->getResults())
    results.push_back(writesFloat(op) ? Type() : withParams(result, params.at(result)));
  std::string refusal;
  Operation *candidate = verifiedClone(op, operands, results, refusal);
  if (candidate)
    candidate->destroy();
  return refusal;
}

// Whether `changes` says of any taken operation that it changed the plan.
FailureOr<bool> QuantPlan::anyTaken(function_ref<FailureOr<bool>(Operation *)> changes) {
  bool any = false;
  WalkResult walked = function.walk([&](QuantizationRuleOpInterface op) {
    FailureOr<bool> changed = takes(op) ? changes(op) : FailureOr<bool>(false);
    if (failed(changed))
      return WalkResult::interrupt();
    any |= *changed;
    return WalkResult::advance();
  });
  return walked.wasInterrupted() ? FailureOr<bool>() : any;
}

LogicalResult QuantPlan::build() {
  // What turns out to be float changes what its neighbours may do.
  for (bool changed = true; changed;) {
    params.clear(), products.clear(), warnings.clear();
    decide();
    FailureOr<bool> any = anyTaken([&](Operation *op) { return needsFloats(op); });
    if (succeeded(any) && !*any)
      any = anyTaken([&](Operation *op) { return isUnsafe(op); });
    if (failed(any))
      return failure();
    changed = *any;
  }
  report();
  return success();
}

// Empty of what is taken, and of what follows neighbours that are float.
std::string QuantPlan::whyFloat(Operation *op) const {
  if (takes(op) || policy.of(op).mode == LayerMode::Dynamic)
    return ""; // of the latter quantizeDynamically tells
  if (auto found = unsafe.find(op); found != unsafe.end())
    return found->second;
  if (std::string reason = whyIneligible(op); !reason.empty())
    return reason;
  if (floatBounds.contains(op))
    return "the steps that others read are too coarse for it";
  if (!outside.contains(op) || follows(op))
    return "";
  return multipliesRepeated(op)
             ? "its weights are repeated for each sample, with one scale for all (region=all takes "
               "it)"
             : "it does not lie between integer layers with weights (region=all takes it)";
}

bool QuantPlan::isIsland(Operation *op) const {
  auto comesFloat = [&](Value value) { return value.getDefiningOp() && !isInteger(value); };
  return writesFloat(op) && llvm::all_of(activationsOf(op), comesFloat);
}

Summary QuantPlan::summary() const {
  Summary result;
  func::FuncOp(function).walk([&](QuantizationRuleOpInterface op) {
    if (takes(op)) {
      if (isIsland(op))
        result.addIsland();
      return result.addInteger(op);
    }
    if (std::string reason = whyFloat(op); !reason.empty())
      result.addFloat(op, reason);
    if (isFoldableNorm(op))
      result.setAvoidable();
  });
  return result;
}

void QuantPlan::report() {
  for (const auto &[value, given] : policy.givenScales())
    if (auto found = params.find(value); found != params.end() && !(found->second == given))
      warnings.emplace_back(value.getLoc(), "the scale given to '" + keyOf(value) +
                                                "' is not used: its parameters are " +
                                                whyParams(value));
  for (auto &[loc, text] : warnings)
    mlir::emitWarning(loc, text);
  function.walk([&](QuantizationRuleOpInterface op) {
    for (OpOperand &operand : op->getOpOperands())
      if (const QuantizedProduct *product = productOf(operand))
        for (const std::string &text : product->warnings)
          mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "': " << text;
  });
  if (explain)
    function.walk([&](QuantizationRuleOpInterface op) {
      if (std::string reason = unsafe.contains(op) ? "" : whyFloat(op); !reason.empty())
        mlir::emitRemark(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
    });
}

} // namespace qopt

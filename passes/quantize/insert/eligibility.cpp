// This step finds the operations that may be integer, whatever stands beside them.
#include "ir/ops.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Kind = FloatReason::Kind;

bool isFoldableNorm(Operation *op) {
  if (!isa<BatchNormOp>(op) || !op->getOperand(0).hasOneUse())
    return false;
  auto layer = op->getOperand(0).getDefiningOp<QuantizationRuleOpInterface>();
  return layer && operandWith(layer, OperandRole::Weight);
}

// None: an activation is not constant, or all is, but repeated for each sample (P7).
static Kind whyConstant(Operation *op) {
  auto isStatic = [](Type type) { return cast<ShapedType>(type).hasStaticShape(); };
  if (!llvm::all_of(activationsOf(op), isConstant))
    return Kind::None;
  if (!llvm::all_of(op->getOperands(), isConstant))
    return Kind::LooksUpConstant;
  return llvm::all_of(op->getResultTypes(), isStatic) ? Kind::OfConstants : Kind::None;
}

static Kind whyOperands(Operation *op, const QuantizationRule &rule, bool integerBias) {
  Value bias = operandWith(op, OperandRole::Bias);
  for (auto [operand, role] : llvm::zip(op->getOperands(), rule.operands)) {
    if (role != OperandRole::Bias && role != OperandRole::AsIs && !isF32(operand.getType()))
      return Kind::OperandNotF32;
    if (role == OperandRole::Weight && !isConstant(operand))
      return Kind::ComputedWeights;
    if (role == OperandRole::Residual && bias && !(integerBias && isConstant(bias)))
      return Kind::ResidualBesideFloatBias;
  }
  return whyConstant(op);
}

// Returns why an operation stays float that has no integer form of its own.
static FloatReason whyNoForm(Operation *op, const IntegerAttention &attention) {
  if (StringRef reason = attention.whyRefused(op); !reason.empty())
    return {Kind::Refused, reason.str()};
  return {isa<AttentionOp>(op) ? Kind::FloatAttention : Kind::NoIntegerForm};
}

static FloatReason whyIneligible(Operation *op, const PlanRequest &request) {
  const QuantPolicy &policy = request.policy;
  const LayerPolicy &layer = policy.of(op);
  if (layer.mode == LayerMode::Observe)
    return {Kind::Said, layer.origin};
  if (layer.mode == LayerMode::Dynamic)
    return {Kind::RangeOfTheRun};
  if (!llvm::all_of(op->getResultTypes(), isF32))
    return {Kind::ResultNotF32};
  if (isFoldableNorm(op))
    return {Kind::FoldableNorm};
  if (request.attention.isFloatPart(op))
    return {Kind::InsideAttention};
  QuantizationRule rule = ruleOf(op);
  if (rule.result == ResultRule::StaysFloat)
    return whyNoForm(op, request.attention);
  return {whyOperands(op, rule, policy.integerBias())};
}

OpDecisions decideEligibility(const PlanRequest &request) {
  OpDecisions operations;
  func::FuncOp(request.function).walk([&](QuantizationRuleOpInterface op) {
    OpDecision &decision = operations.add(op);
    decision.whyFloat = whyIneligible(op, request);
    decision.isSimulated = request.policy.of(op).mode == LayerMode::Simulate;
  });
  return operations;
}

} // namespace qopt

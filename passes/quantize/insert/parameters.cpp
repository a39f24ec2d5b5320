// This step gives values their parameters, and records where these come from.
#include "ir/ops.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/flat_ends.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/DenseSet.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

using Source = ValueDecision::Source;

bool hasFixedRange(const QuantizationRule &rule) {
  return rule.unsignedScale != 0 || rule.signedScale != 0;
}

QuantizationRule ruleOrNone(Operation *op) {
  auto interface = dyn_cast_or_null<QuantizationRuleOpInterface>(op);
  return interface ? interface.quantizationRule() : QuantizationRule();
}

class Parameters {
public:
  Parameters(const PlanRequest &request, const OpDecisions &operations)
      : policy(request.policy), attention(request.attention), operations(operations) {
    for (auto &[op, decision] : llvm::reverse(operations))
      if (decision.isInteger) {
        notePull(op);
        noteBits(op);
      }
    // A copy's operand is settled before its result.
    for (auto &[op, decision] : operations)
      if (pulling.contains(op))
        for (Value operand : op->getOperands())
          if (operand.hasOneUse() && isFree(operand))
            dictated.insert(operand);
  }

  void decide(Value value) {
    SmallVector<Value> takers;
    Value last = value;
    for (; !values.contains(last) && takesFromOther(last); last = values[last].from)
      takers.push_back(last);
    if (!values.contains(last))
      values[last] = byItself(last);
    const std::optional<QuantParams> params = values[last].params;
    for (Value taker : takers)
      values[taker].params = params;
  }

  ValueDecisions values;

private:
  // A bound (B2) or a concat, or an exact copy that itself only such a one reads. Copies have one
  // result each: several could be pulled several ways.
  void notePull(Operation *op) {
    if (!follows(op))
      return;
    const QuantizationRule rule = ruleOf(op);
    if (rule.isBound || rule.result == ResultRule::Unifies ||
        (op->getNumResults() == 1 && op->hasOneUse() && pulling.contains(*op->user_begin())))
      pulling.insert(op);
  }

  // Copies and bounds of which nobody says anything ask for what is asked of them.
  void noteBits(Operation *op) {
    unsigned bits = 0;
    if (follows(op) && !policy.bitsSaidOf(op))
      for (Value result : op->getResults())
        bits = std::max(bits, bitsAsked.lookup(result));
    if (bits == 0)
      bits = *policy.of(op).bits;
    for (Value value : activationsOf(op))
      bitsAsked[value] = std::max(bitsAsked.lookup(value), bits);
  }

  bool hasInputsParameters(Operation *op) const {
    return keepsInput(op) || (policy.fitsInterpreter() && isa<AvgPool2dOp>(op));
  }

  // Nothing upstream fixes the parameters of `value`.
  bool isFree(Value value) const {
    Operation *op = value.getDefiningOp();
    if (isConstant(value) || (hasFixedRange(ruleOrNone(op)) && !feedsOnlyBound(value)))
      return false;
    if (!operations.isInteger(op) || !hasInputsParameters(op))
      return true;
    return dictated.contains(op->getOperand(0));
  }

  bool feedsOnlyBound(Value value) const {
    if (!value.hasOneUse())
      return false;
    Operation *user = *value.user_begin();
    return operations.isInteger(user) && ruleOf(user).isBound;
  }

  // The value has another's parameters: it is noted whose. False: it has its own.
  bool takesFromOther(Value value) {
    Operation *op = value.getDefiningOp();
    if (dictated.contains(value)) {
      values[value] = {Source::Reader, (*value.user_begin())->getResult(0)};
      return true;
    }
    if (!operations.isInteger(op) || !hasInputsParameters(op) ||
        dictated.contains(op->getOperand(0)))
      return false;
    values[value] = {Source::Copied, op->getOperand(0)};
    return true;
  }

  ValueDecision byItself(Value value) const {
    ValueDecision decision;
    if (std::optional<QuantParams> given = policy.scaleOf(value)) {
      decision.source = Source::Given;
      decision.params = given;
    } else if (QuantizationRule rule = ruleOrNone(value.getDefiningOp());
               hasFixedRange(rule) && !countsAsMeasured(value)) {
      decision.source = Source::Operation;
      decision.params = fixedParams(value.getDefiningOp(), rule);
    } else {
      setFromRange(value, decision);
    }
    return decision;
  }

  // Probabilities have a range that many keys make small (I1).
  bool countsAsMeasured(Value value) const {
    return attention.areProbabilities(value) && rangeOf(value).has_value();
  }

  // Whoever makes the value says how many bits it has, and of which scheme (P4, P5).
  QuantParams fixedParams(Operation *op, const QuantizationRule &rule) const {
    const Scheme scheme = *policy.of(op).scheme;
    const bool isWide = bitsOf(op->getResult(0)) == 16;
    if (policy.fitsInterpreter() && (isWide || rule.unsignedScale == 0))
      return isWide ? QuantParams{0x1p-15, 0, -32768, 32767, qrt::ElementType::I16}
                    : QuantParams{0x1p-7, 0, -128, 127, qrt::ElementType::I8};
    if (isWide) // the range that the signed form has
      return paramsForRange(-127 * rule.signedScale, 127 * rule.signedScale, Scheme::Signed, 16);
    if (scheme == Scheme::Signed || rule.unsignedScale == 0)
      return {rule.signedScale, 0, -128, 127, qrt::ElementType::I8};
    if (scheme == Scheme::Affine)
      return {rule.unsignedScale, -128, -128, 127, qrt::ElementType::I8};
    return {rule.unsignedScale, 0, 0, 255, qrt::ElementType::U8};
  }

  void setFromRange(Value value, ValueDecision &decision) const {
    const std::optional<KnownRange> shown = rangeShownByCopies(value);
    decision.source = Source::Range;
    decision.isShownByCopies = shown.has_value();
    decision.range = shown ? shown : knownRange(value);
    decision.bits = bitsOf(value);
    if (!decision.range)
      return;
    if (!shown && policy.fusing() != Fusing::None) {
      const KnownRange told = withoutFlatEnds(value, *decision.range,
                                              [&](Operation *reader) { return stepsFrom(reader); });
      decision.isToldApart = told.width() < decision.range->width();
      decision.range = told;
    }
    const auto [min, max] = *decision.range;
    const QuantParams params = paramsForRange(min, max, *policy.of(value).scheme, decision.bits);
    if (std::isfinite(min) && std::isfinite(max) && std::isnormal(float(params.scale)))
      decision.params = params;
  }

  // An integer operation, or the group in which `reader` is fused.
  SmallVector<Operation *> stepsFrom(Operation *reader) const {
    const OpDecision *decision = operations.find(reader);
    if (!decision || !decision->fusedInto)
      return decision && decision->isInteger ? SmallVector<Operation *>{reader}
                                             : SmallVector<Operation *>();
    SmallVector<Operation *> steps;
    for (const auto &[op, other] : operations)
      if (other.fusedInto == decision->fusedInto)
        steps.push_back(op);
    return steps;
  }

  // Whoever makes the value says its bits. A float layer makes no steps, so that its readers are
  // asked, unless somebody says it of that layer.
  unsigned bitsOf(Value value) const {
    Operation *op = value.getDefiningOp();
    const unsigned own = *policy.of(value).bits;
    if (!op || operations.isInteger(op) || operations.isFused(op) || policy.bitsSaidOf(op))
      return own;
    const unsigned asked = bitsAsked.lookup(value);
    return asked ? asked : own;
  }

  const QuantPolicy &policy;
  const IntegerAttention &attention;
  const OpDecisions &operations;
  llvm::DenseSet<Operation *> pulling;       // gives what it alone reads its own parameters
  llvm::DenseSet<Value> dictated;            // by the operation that alone reads it
  llvm::DenseMap<Value, unsigned> bitsAsked; // the most that integer operations ask for
};

} // namespace

ValueDecisions decideParameters(const PlanRequest &request, const OpDecisions &operations) {
  Parameters parameters(request, operations);
  auto decide = [&](Value value) { parameters.decide(value); };
  for (auto &[op, decision] : operations)
    if (decision.isInteger)
      llvm::for_each(stepsOf(op, decision), decide);
    else if (decision.fusedInto)
      llvm::for_each(stepsOfFused(op, operations), decide);
  auto decidePort = [&](Value value) {
    if (isF32(value.getType()))
      decide(value);
  };
  if (request.integerPorts) {
    Block &body = func::FuncOp(request.function).front();
    llvm::for_each(body.getArguments(), decidePort);
    llvm::for_each(body.getTerminator()->getOperands(), decidePort);
  }
  return std::move(parameters.values);
}

} // namespace qopt

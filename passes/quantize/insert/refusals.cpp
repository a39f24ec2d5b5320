// Integer operations that would go wrong.
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"
#include "passes/tensor_types.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

SmallVector<Value> stepsOf(Operation *op, const OpDecision &decision) {
  SmallVector<Value> values = activationsOf(op);
  if (!decision.writesFloat)
    values.append(op->result_begin(), op->result_end());
  return values;
}

SmallVector<Value> stepsOfFused(Operation *op, const OpDecisions &operations) {
  SmallVector<Value> values;
  Operation *group = operations.find(op)->fusedInto;
  for (Value operand : op->getOperands())
    if (operations.areStored(operand, group))
      values.push_back(operand);
  if (op == group)
    values.push_back(op->getResult(0));
  return values;
}

// The operation's verifier is asked for its words on these types, all operands being activations;
// it has none where it accepts them. The operands do not exist yet, so arguments of a block stand
// for them.
static std::string whyRefused(Operation *op, const OpDecision &decision,
                              const ValueDecisions &values) {
  auto typeOf = [&](Value value) { return asSteps(value.getType(), *values.at(value).params); };
  Block block;
  SmallVector<Value> operands;
  for (auto [operand, role] : llvm::zip(op->getOperands(), ruleOf(op).operands)) {
    Type type = role == OperandRole::Activation ? typeOf(operand) : operand.getType();
    operands.push_back(block.addArgument(type, op->getLoc()));
  }
  SmallVector<Type> results;
  for (Value result : op->getResults())
    results.push_back(decision.writesFloat ? Type() : typeOf(result));
  std::string refusal;
  Operation *candidate = verifiedClone(op, operands, results, refusal);
  if (candidate)
    candidate->destroy();
  return refusal;
}

Objections checkIntegers(const PlanRequest &request, OpDecisions &operations,
                         const ValueDecisions &values) {
  Objections objections;
  for (auto &[op, decision] : operations) {
    if (!decision.isInteger && !decision.fusedInto)
      continue;
    for (Value value : decision.fusedInto ? stepsOfFused(op, operations) : stepsOf(op, decision))
      if (!values.at(value).params) {
        objections.missing = {value};
        return objections;
      }
    if (decision.fusedInto)
      continue;
    if (std::string amplified = whyAmplified(op, values); !amplified.empty()) {
      objections.list.push_back({op, {FloatReason::Kind::Amplified, amplified}});
      continue;
    }
    std::string reason = whyLossy(op, decision, request.policy, values);
    if (reason.empty())
      reason = operandWith(op, OperandRole::Weight)
                   ? quantizeWeights(op, decision, request.policy, values)
                   : whyRefused(op, decision, values);
    if (!reason.empty())
      objections.list.push_back({op, {FloatReason::Kind::Refused, reason}});
  }
  return objections;
}

} // namespace qopt

// This step finds the bounds that cannot be computed from the steps of their operands (B4).
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

bool readsCoarseSteps(Operation *bound, const ValueDecisions &values) {
  const ValueDecision &from = values.at(bound->getOperand(0));
  const ValueDecision &to = values.at(bound->getResult(0));
  return from.source != ValueDecision::Source::Reader &&
         from.params->scale > 2.01 * to.params->scale;
}

Objections checkBounds(const OpDecisions &operations, const ValueDecisions &values) {
  Objections objections;
  for (auto &[op, decision] : operations) {
    if (!decision.isInteger || !ruleOf(op).isBound)
      continue;
    Value operand = op->getOperand(0);
    if (values.at(operand).source == ValueDecision::Source::Reader)
      continue;
    for (Value value : {operand, Value(op->getResult(0))})
      if (!values.at(value).params)
        objections.missing.push_back(value);
    if (!objections.missing.empty())
      return objections;
    if (!readsCoarseSteps(op, values))
      continue;
    // An operand whose producer cannot write float is read as it is, with a warning.
    Operation *producer = operations.areSteps(operand) ? operand.getDefiningOp() : nullptr;
    if (!producer || hasFloatEpilogue(producer))
      objections.list.push_back({op, {FloatReason::Kind::CoarseSteps}, producer});
  }
  return objections;
}

} // namespace qopt

#include "passes/quantize/roles.h"

#include "ir/ops.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static bool isOfConstant(Value value) {
  auto producer = value.getDefiningOp<QuantizationRuleOpInterface>();
  return isConstant(value) ||
         (producer && keepsInput(producer) && llvm::all_of(producer->getOperands(), isOfConstant));
}

bool hasWeights(Operation *op) {
  Value weights = operandWith(op, OperandRole::Weight);
  return weights && isConstant(weights);
}

static bool isOfSteps(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 1)
    return false;
  Value operand = op->getOperand(0);
  if (isa<DequantizeOp>(op)) {
    auto quantize = operand.getDefiningOp<QuantizeOp>();
    return isConstant(quantize ? quantize.getInput() : operand);
  }
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  return (isa<ConversionOpInterface>(op) || (rule && keepsInput(rule))) && isOfSteps(operand);
}

bool multipliesConstants(Operation *op) {
  if (hasWeights(op))
    return true;
  QuantizationRule rule = ruleOf(op);
  return rule.writesFloat &&
         llvm::any_of(llvm::zip(op->getOperands(), rule.operands), [](auto entry) {
           auto [operand, role] = entry;
           return (role == OperandRole::Weight || role == OperandRole::Activation) &&
                  isOfSteps(operand);
         });
}

bool multipliesRepeated(Operation *op) {
  SmallVector<Value> factors = activationsOf(op);
  return ruleOf(op).writesFloat && llvm::any_of(factors, isOfConstant) &&
         !llvm::all_of(factors, isOfConstant);
}

} // namespace qopt

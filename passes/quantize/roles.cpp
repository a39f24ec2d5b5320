#include "passes/quantize/roles.h"

#include "ir/values/stored_values.h"

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

bool multipliesRepeated(Operation *op) {
  SmallVector<Value> factors = activationsOf(op);
  return ruleOf(op).writesFloat && llvm::any_of(factors, isOfConstant) &&
         !llvm::all_of(factors, isOfConstant);
}

} // namespace qopt

// These functions tell what an operation's quantization rule says of its operands and result.
#pragma once

#include "ir/dialect.h"

namespace qopt {

inline nn::QuantizationRule ruleOf(mlir::Operation *op) {
  return mlir::cast<nn::QuantizationRuleOpInterface>(op).quantizationRule();
}
// Follows its neighbours instead of being worth integers by itself.
inline bool follows(mlir::Operation *op) {
  nn::QuantizationRule rule = ruleOf(op);
  return rule.isBound || rule.result == nn::ResultRule::SharesInput ||
         rule.result == nn::ResultRule::Unifies;
}
inline bool keepsInput(mlir::Operation *op) {
  return ruleOf(op).result == nn::ResultRule::SharesInput;
}
// Residuals are read like activations.
inline llvm::SmallVector<mlir::Value> activationsOf(mlir::Operation *op) {
  llvm::SmallVector<mlir::Value> values;
  for (auto [operand, role] : llvm::zip(op->getOperands(), ruleOf(op).operands))
    if (role == nn::OperandRole::Activation || role == nn::OperandRole::Residual)
      values.push_back(operand);
  return values;
}
inline mlir::Value operandWith(mlir::Operation *op, nn::OperandRole wanted) {
  for (auto [operand, role] : llvm::zip(op->getOperands(), ruleOf(op).operands))
    if (role == wanted)
      return operand;
  return nullptr;
}

// Returns whether it has constant weights, for which quantization is worth it.
bool hasWeights(mlir::Operation *op);
// The same, be they constant or real values of constant steps yet, perhaps behind copies.
bool multipliesConstants(mlir::Operation *op);
// A product with a constant that is repeated for each sample: of a batch of matrices, or on the
// left. Its rule takes it for an activation, with one scale.
bool multipliesRepeated(mlir::Operation *op);

} // namespace qopt

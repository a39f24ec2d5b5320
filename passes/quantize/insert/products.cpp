// The integer products of operations with constant weights.
#include "ir/ops/rescale.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

std::string quantizeWeights(Operation *op, OpDecision &decision, const QuantPolicy &policy,
                            const ValueDecisions &values) {
  const SmallVector<Value> inputs = activationsOf(op);
  const QuantParams &input = *values.at(inputs[0]).params;
  std::optional<double> resultScale;
  if (!decision.writesFloat)
    resultScale = values.at(op->getResult(0)).params->scale;
  // A residual comes second: its multiplier is not the product's.
  for (Value residual : ArrayRef(inputs).drop_front())
    if (!std::isnormal(multiplier(values.at(residual).params->scale, *resultScale)))
      return "the multiplier of its residual is no normal number";
  Value bias = operandWith(op, OperandRole::Bias);
  std::optional<qrt::Tensor> integerBias;
  if (bias && policy.integerBias())
    integerBias = constantTensor(bias);
  const LayerPolicy &layer = policy.of(op);
  const auto inputBits = unsigned(qrt::bitWidth(input.storage));
  std::string reason;
  for (auto [operand, rule] : llvm::zip(op->getOpOperands(), ruleOf(op).operands)) {
    if (rule != OperandRole::Weight)
      continue;
    qrt::Tensor weights = *constantTensor(operand.get());
    auto product = quantizeProduct({.weights = weights,
                                    .layout = {rule.terms, rule.axis},
                                    .integerBias = integerBias ? &*integerBias : nullptr,
                                    .input = input,
                                    .resultScale = resultScale,
                                    .bits = policy.weightBitsOf(op, inputBits),
                                    .perChannel = *layer.perChannel},
                                   reason);
    if (!product)
      return reason;
    decision.products.emplace_back(operand.getOperandNumber(), std::move(*product));
  }
  return "";
}

} // namespace qopt

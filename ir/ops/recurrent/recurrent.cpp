// Layers that step through a sequence: shapes, constraints, quantization, cost.
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

static Recurrence recurrenceOf(Operation *op) {
  return cast<RecurrentOpInterface>(op).recurrence();
}

static SymbolicShape shapeOf(OpOperand *operand) { return symbolicShape(operand->get()); }

static LogicalResult checkShape(OpOperand *operand, StringRef what, ArrayRef<Dim> shape,
                                EmitError error) {
  if (operand && !mayBeEqual(shapeOf(operand), shape))
    return error() << "(C2): " << what << " is " << toString(shapeOf(operand)) << ", needs "
                   << toString(shape);
  return success();
}

LogicalResult qopt::nn::detail::inferRecurrent(Operation *op,
                                               SmallVectorImpl<SymbolicShape> &results,
                                               EmitError error) {
  Recurrence r = recurrenceOf(op);
  SymbolicShape input = shapeOf(r.input), weights = shapeOf(r.weights);
  bool fits = input.size() == 3 && weights.size() == 3 && weights[0].isStatic() &&
              weights[2].isStatic() && (weights[0].value() == 1 || weights[0].value() == 2);
  if (fits) {
    int64_t directions = weights[0].value(), gates = r.gates * weights[2].value();
    fits = mayBeEqual(weights[1], staticDim(gates)) &&
           mayBeEqual(input[2], staticDim(directions * gates));
  }
  if (!fits)
    return error() << "(C1): input " << toString(input) << " and weights " << toString(weights)
                   << " do not go together with " << r.gates << " gates";
  Dim steps = input[0], samples = input[1], directions = weights[0], hidden = weights[2];
  SymbolicShape state{directions, samples, hidden};
  if (failed(checkShape(r.bias, "bias", {directions, weights[1]}, error)) ||
      failed(checkShape(r.lengths, "lengths", {samples}, error)) ||
      failed(checkShape(r.hidden, "hidden", state, error)) ||
      failed(checkShape(r.cell, "cell", state, error)) ||
      failed(checkShape(r.peepholes, "peepholes",
                        {directions, staticDim(qrt::recurrent::peepholes * hidden.value())},
                        error)))
    return failure();
  results.push_back({steps, directions, samples, hidden});
  results.append(r.hasCell ? 2 : 1, state);
  return success();
}

// Steps or samples.
bool qopt::nn::detail::mayRecurrentGrow(Operation *op, unsigned operand, int64_t dim) {
  Recurrence r = recurrenceOf(op);
  auto is = [&](OpOperand *of) { return of && of->getOperandNumber() == operand; };
  if (is(r.input))
    return dim < 2;
  return is(r.lengths) || ((is(r.hidden) || is(r.cell)) && dim == 1);
}

LogicalResult qopt::nn::detail::verifyRecurrent(Operation *op) {
  Recurrence r = recurrenceOf(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Type element = getElementTypeOrSelf(operand.get());
    bool fits =
        &operand == r.lengths ? element.isInteger(32) || element.isInteger(64) : element.isF32();
    if (!fits)
      return violates(op, "C3") << "operand " << operand.getOperandNumber() << " is of " << element;
  }
  for (Value result : op->getResults())
    if (!isF32(result.getType()))
      return violates(op, "C3") << "a result of " << getElementTypeOrSelf(result);
  StringRef direction = op->getAttrOfType<StringAttr>("direction");
  int64_t directions = shapeOf(r.weights)[0].value();
  bool isOne = direction == "forward" || direction == "reverse";
  if (!isOne && direction != "bidirectional")
    return violates(op, "C4") << "direction '" << direction << "'";
  if (directions != (isOne ? 1 : 2))
    return violates(op, "C4") << "direction '" << direction << "' with weights of " << directions
                              << (directions == 1 ? " direction" : " directions");
  if (std::string reason = reasonAgainstActivations(op); !reason.empty())
    return violates(op, "C5") << reason;
  auto clip = op->getAttrOfType<FloatAttr>("clip");
  if (clip && !(clip.getValueAsDouble() >= 0))
    return violates(op, "C6") << "clip " << clip.getValueAsDouble();
  return success();
}

QuantizationRule qopt::nn::detail::ruleOfRecurrent(Operation *op) {
  Recurrence r = recurrenceOf(op);
  QuantizationRule rule{ResultRule::StaysFloat, {}};
  for (OpOperand &operand : op->getOpOperands())
    rule.operands.push_back(&operand == r.lengths ? OperandRole::AsIs : OperandRole::Float);
  return rule;
}

OpCost qopt::nn::detail::costOfRecurrent(Operation *op, int64_t batch) {
  Recurrence r = recurrenceOf(op);
  int64_t outputs = qrt::elementCount(shapeAt(op->getResult(0).getType(), batch));
  int64_t hidden = shapeOf(r.weights)[2].value();
  return costOf(op, batch, outputs * r.gates * hidden);
}

#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

// Strides of [direction, sample, unit] in a tensor of that shape.
static qrt::RecurrentStart startOf(ArrayRef<qrt::Tensor> operands, OpOperand *operand) {
  if (!operand)
    return {};
  const qrt::Tensor &tensor = operands[operand->getOperandNumber()];
  return {tensor.values<float>().data(), {stridesOf(tensor.shape())}};
}

static const float *dataOf(ArrayRef<qrt::Tensor> operands, OpOperand *operand) {
  return operand ? operands[operand->getOperandNumber()].values<float>().data() : nullptr;
}

std::vector<qrt::Tensor> qopt::nn::detail::evaluateRecurrent(Operation *op,
                                                             const EvaluationContext &context,
                                                             ArrayRef<qrt::Tensor> operands) {
  auto recurrent = cast<RecurrentOpInterface>(op);
  Recurrence r = recurrent.recurrence();
  std::vector<qrt::Tensor> results;
  for (Value result : op->getResults())
    results.push_back(allocateResult(context, result));
  const qrt::Shape &output = results[0].shape();
  int64_t hidden = output[3];
  std::vector<int64_t> input = stridesOf(operands[0].shape()),
                       state = stridesOf(results[1].shape());
  qrt::RecurrentShape shape{r.gates, hidden, r.reversed, r.roundsState};
  shape.input.strides = {input[0], input[1], r.gates * hidden, hidden, 1};
  shape.output.strides = stridesOf(output);
  shape.lastHidden.strides = shape.lastCell.strides = state;
  qrt::RecurrentOperands reads;
  reads.input = dataOf(operands, r.input);
  reads.weights = dataOf(operands, r.weights);
  reads.bias = dataOf(operands, r.bias);
  reads.peepholes = dataOf(operands, r.peepholes);
  if (r.lengths) {
    const qrt::Tensor &lengths = operands[r.lengths->getOperandNumber()];
    reads.lengths = lengths.data();
    reads.lengthType = lengths.type();
    reads.lengthAccess.strides = {1};
  }
  reads.hidden = startOf(operands, r.hidden);
  reads.cell = startOf(operands, r.cell);
  auto target = [&](size_t i) { return static_cast<float *>(results[i].mutableData()); };
  qrt::Status status =
      qrt::runRecurrent(context.execution, shape, recurrent.cells(), output[0], output[2], reads,
                        {target(0), target(1), r.hasCell ? target(2) : nullptr});
  if (!status.ok() && context.status.ok())
    context.status = status;
  return results;
}

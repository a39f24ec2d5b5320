// Every operation whose meaning is its scalar body alone.
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

// Strides of an operand over the result's dimensions; 0 where it broadcasts.
static std::vector<int64_t> broadcastStrides(const qrt::Shape &operand, size_t rank, int64_t axis) {
  std::vector<int64_t> strides(rank, 0);
  if (axis >= 0) {
    strides[axis] = 1;
    return strides;
  }
  std::vector<int64_t> own = stridesOf(operand);
  for (size_t i = 0; i < operand.size(); ++i)
    if (operand[i] != 1)
      strides[rank - operand.size() + i] = own[i];
  return strides;
}

qrt::Tensor qopt::nn::detail::evaluateBody(Operation *op, const EvaluationContext &context,
                                           ArrayRef<qrt::Tensor> operands) {
  auto interface = cast<ScalarBodyOpInterface>(op);
  qrt::Tensor result = allocateResult(context, op->getResult(0));
  qrt::ScalarBuilder scalar;
  // Per-axis conversions: the loop knows tensors only, so that a vector of
  // scales becomes an operand along the quantized axis.
  std::vector<qrt::Tensor> channels;
  BodyBuilder body(
      scalar,
      [&](const qrt::Tensor &values) {
        channels.push_back(values);
        return uint32_t(channels.size() - 1);
      },
      [&](unsigned i) {
        return scalar.input({qrt::ScalarInputKind::Tensor, operands[i].type(), i});
      });
  BodyValue value = interface.buildBody(body);
  qrt::ScalarProgram program = scalar.finish(value, result.type());

  size_t rank = result.shape().size();
  std::vector<qrt::ElementwiseOperand> bound;
  for (auto [i, operand] : llvm::enumerate(operands))
    bound.push_back(
        {operand.data(), {broadcastStrides(operand.shape(), rank, interface.operandAxis(i))}});
  for (qrt::ScalarInput &input : program.inputs)
    if (input.kind == qrt::ScalarInputKind::Channel)
      input = {qrt::ScalarInputKind::Tensor, input.storage,
               uint32_t(operands.size()) + input.index};
  for (const qrt::Tensor &channel : channels)
    bound.push_back({channel.data(), {broadcastStrides(channel.shape(), rank, quantizedAxis(op))}});
  qrt::elementwise(context.execution, {result.shape()}, program, bound, {stridesOf(result.shape())},
                   result.mutableData());
  return result;
}

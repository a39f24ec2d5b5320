// Every operation whose meaning is its scalar body alone.
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

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

  std::vector<qrt::ElementwiseOperand> bound;
  auto access = [](ArrayRef<int64_t> strides) {
    return qrt::StridedAccess{{strides.begin(), strides.end()}};
  };
  for (auto [i, operand] : llvm::enumerate(operands))
    bound.push_back({operand.data(), access(broadcastStrides(op, i, stridesOf(operand.shape())))});
  for (qrt::ScalarInput &input : program.inputs)
    if (input.kind == qrt::ScalarInputKind::Channel)
      input = {qrt::ScalarInputKind::Tensor, input.storage,
               uint32_t(operands.size()) + input.index};
  for (const qrt::Tensor &channel : channels) {
    SmallVector<int64_t, 6> strides(result.shape().size(), 0);
    strides[quantizedAxis(op)] = 1;
    bound.push_back({channel.data(), access(strides)});
  }
  qrt::elementwise(context.execution, {result.shape()}, program, bound, {stridesOf(result.shape())},
                   result.mutableData());
  return result;
}

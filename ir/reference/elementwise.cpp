// The evaluation of operations that are defined by their scalar body alone.
#include "runtime/numerics/elementwise/elementwise.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"
#include "runtime/numerics/scalar/verify_scalar.h"

using namespace mlir;
using namespace qopt::nn;

// Makes the checks of a device's verifier at one batch: a body's loads stay inside.
static qrt::Status verified(const qrt::ScalarProgram &program,
                            std::vector<qrt::ElementType> tensors, ArrayRef<qrt::Tensor> operands,
                            const qrt::Tensor &result, ArrayRef<int64_t> sizes) {
  auto bounds = [](ArrayRef<int64_t> values) {
    return std::vector<qrt::ValueBound>(values.begin(), values.end());
  };
  qrt::ScalarContext context;
  context.tensors = std::move(tensors);
  context.output = result.type();
  context.coordinates = bounds(result.shape());
  context.sizes = bounds(sizes);
  for (const qrt::Tensor &operand : operands)
    context.indexed.push_back({operand.type(), bounds(operand.shape())});
  return qrt::verifyScalarProgram(program, context);
}

qrt::Tensor qopt::nn::detail::evaluateBody(Operation *op, const EvaluationContext &context,
                                           ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, op->getResult(0));
  Body body = bodyOf(op);
  auto interface = cast<ScalarBodyOpInterface>(op);
  std::vector<qrt::ElementwiseOperand> tensors, indexed;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    std::vector<int64_t> own = stridesOf(operand.shape());
    indexed.push_back({operand.data(), {own}});
    if (interface.loadsOperand(i))
      own.assign(result.shape().size(), 0); // it is never read in place
    else {
      auto strides = broadcastStrides(op, i, own);
      own.assign(strides.begin(), strides.end());
    }
    tensors.push_back({operand.data(), {own}});
  }
  // The loop knows tensors only, so that a vector of channels' values becomes an operand: along a
  // per-axis conversion's axis, else along dimension 1.
  for (qrt::ScalarInput &input : body.program.inputs)
    if (input.kind == qrt::ScalarInputKind::Channel)
      input = {qrt::ScalarInputKind::Tensor, input.storage,
               uint32_t(operands.size()) + input.index};
  for (const qrt::Tensor &channel : body.channels) {
    std::vector<int64_t> strides(result.shape().size(), 0);
    const int64_t axis = quantizedAxis(op);
    strides[axis < 0 ? 1 : axis] = 1;
    tensors.push_back({channel.data(), {strides}});
  }
  std::vector<int64_t> sizes;
  for (Dim dim : body.sizes)
    sizes.push_back(dim.at(context.batch));
  std::vector<qrt::ElementType> tensorTypes;
  for (const qrt::Tensor &operand : operands)
    tensorTypes.push_back(operand.type());
  tensorTypes.resize(tensorTypes.size() + body.channels.size(), qrt::ElementType::F32);
  qrt::Status status = verified(body.program, tensorTypes, operands, result, sizes);
  if (status.ok())
    status = qrt::elementwise(context.execution, {result.shape()}, body.program,
                              {tensors, indexed, sizes}, {stridesOf(result.shape())},
                              result.mutableData());
  if (context.status.ok())
    context.status = status;
  return result;
}

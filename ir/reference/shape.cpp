#include "ir/ops.h"
#include "ir/ops/rescale.h"
#include "ir/reference/layout.h"
#include "runtime/numerics/elementwise/elementwise.h"
#include "runtime/numerics/moves/strided_copy.h"

using namespace mlir;
using namespace qopt::nn;

qrt::Tensor ReshapeOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  return operands[0].reshaped(shapeAt(getType(), context.batch));
}

qrt::Tensor BitCastOp::evaluate(const EvaluationContext &, ArrayRef<qrt::Tensor> operands) {
  auto owner = std::make_shared<qrt::Tensor>(operands[0]);
  return qrt::Tensor::view(*storageType(getType()), owner->shape(), owner->data(), owner);
}

qrt::Tensor TransposeOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  return permuted(context.execution, operands[0], getPermutation());
}

qrt::Tensor ConcatOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, getResult());
  std::vector<int64_t> strides = stridesOf(result.shape());
  std::optional<QuantParams> to = quantParams(getType());
  int64_t offset = 0;
  for (auto [operand, value] : llvm::zip_equal(operands, getInputs())) {
    // Identity where the parameters agree: rescale then builds nothing.
    qrt::ScalarBuilder scalar;
    BodyValue body = scalar.input({qrt::ScalarInputKind::Tensor, operand.type(), 0});
    if (to)
      body = rescaleJoined(scalar, rescalingOf(*this), body, *quantParams(value.getType()), *to);
    qrt::ScalarProgram program = scalar.finish(body, result.type());
    qrt::ElementwiseOperand source{operand.data(), {stridesOf(operand.shape())}};
    [[maybe_unused]] qrt::Status status =
        qrt::elementwise(context.execution, {operand.shape()}, program, {{&source, 1}},
                         {strides, offset * strides[getAxis()]}, result.mutableData());
    assert(status.ok() && "nothing is indexed");
    offset += operand.shape()[getAxis()];
  }
  return result;
}

qrt::Tensor SliceOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, getResult());
  std::vector<int64_t> strides = stridesOf(operands[0].shape());
  qrt::StridedAccess source;
  for (size_t i = 0; i < strides.size(); ++i) {
    source.strides.push_back(strides[i] * getSteps()[i]);
    source.offset += strides[i] * startAt(int64_t(i), context.batch);
  }
  qrt::stridedCopy(context.execution, {result.shape()}, qrt::byteWidth(result.type()),
                   operands[0].data(), source, result.mutableData(), {stridesOf(result.shape())});
  return result;
}

std::vector<qrt::Tensor> SplitOp::evaluateAll(const EvaluationContext &context,
                                              ArrayRef<qrt::Tensor> operands) {
  std::vector<int64_t> strides = stridesOf(operands[0].shape());
  std::vector<qrt::Tensor> parts;
  int64_t start = 0;
  for (auto [result, size] : llvm::zip_equal(getResults(), getSizes())) {
    qrt::Tensor part = allocateResult(context, result);
    qrt::stridedCopy(context.execution, {part.shape()}, qrt::byteWidth(part.type()),
                     operands[0].data(), {strides, start * strides[getAxis()]}, part.mutableData(),
                     {stridesOf(part.shape())});
    start += size;
    parts.push_back(part);
  }
  return parts;
}

qrt::Tensor PadOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, getResult());
  size_t width = qrt::byteWidth(result.type());
  qrt::fill(context.execution, result.size(), width, borderBits(getType(), getValue()),
            result.mutableData());
  std::vector<int64_t> strides = stridesOf(result.shape());
  qrt::StridedAccess target{strides};
  for (size_t i = 0; i < strides.size(); ++i)
    target.offset += strides[i] * getLow()[i];
  qrt::stridedCopy(context.execution, {operands[0].shape()}, width, operands[0].data(),
                   {stridesOf(operands[0].shape())}, result.mutableData(), target);
  return result;
}

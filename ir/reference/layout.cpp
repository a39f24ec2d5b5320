#include "ir/reference/layout.h"
#include "ir/ops/zero_points.h"
#include "runtime/numerics/moves/strided_copy.h"

using namespace mlir;

namespace qopt::nn {

qrt::Tensor permuted(const qrt::Execution &execution, const qrt::Tensor &input,
                     ArrayRef<int64_t> permutation) {
  std::vector<int64_t> inputStrides = stridesOf(input.shape());
  qrt::Shape shape;
  qrt::StridedAccess source;
  for (int64_t axis : permutation) {
    shape.push_back(input.shape()[axis]);
    source.strides.push_back(inputStrides[axis]);
  }
  qrt::Tensor output = qrt::Tensor::allocate(input.type(), shape);
  qrt::stridedCopy(execution, {shape}, qrt::byteWidth(input.type()), input.data(), source,
                   output.mutableData(), {stridesOf(shape)});
  return output;
}

qrt::Tensor toChannelsLast(const qrt::Execution &execution, const qrt::Tensor &image) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(image.shape().size())));
  std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  return permuted(execution, image, order);
}
qrt::Tensor toChannelsFirst(const qrt::Execution &execution, const qrt::Tensor &image) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(image.shape().size())));
  std::rotate(order.begin() + 1, order.end() - 1, order.end());
  return permuted(execution, image, order);
}

qrt::Tensor allocateChannelsLast(Value image, int64_t samples) {
  auto type = cast<RankedTensorType>(image.getType());
  qrt::Shape shape{samples};
  shape.insert(shape.end(), type.getShape().begin() + 2, type.getShape().end());
  shape.push_back(type.getDimSize(1));
  return qrt::Tensor::allocate(*storageType(type), shape);
}

qrt::Tensor allocateResult(const EvaluationContext &context, Value result) {
  return qrt::Tensor::allocate(*storageType(result.getType()),
                               shapeAt(result.getType(), context.batch));
}

qrt::QuantizedInput factorType(ArrayRef<qrt::Tensor> operands, const OpOperand &factor,
                               MutableOperandRange zero) {
  qrt::QuantizedInput type = quantizedInput(factor.get().getType());
  if (!zero.empty())
    type.zeroPoint = int32_t(qrt::integerAt(operands[zero[0].getOperandNumber()], 0));
  return type;
}

Weights weightsOf(ArrayRef<qrt::Tensor> operands, OpOperand &weights,
                  MutableOperandRange zero) {
  const qrt::Tensor &stored = operands[weights.getOperandNumber()];
  auto type = cast<RankedTensorType>(weights.get().getType());
  if (quantParams(type) || !hasZeroPoints(type))
    return {factorType(operands, weights, zero), stored};
  qrt::Tensor centered = centeredWeights(stored, type);
  return {{centered.type(), 0}, centered};
}

AnchorBody::AnchorBody(Operation *op, ArrayRef<qrt::Tensor> operands, std::vector<Binding> bound)
    : bindings(std::move(bound)), body(bodyOf(op)) {
  auto scalarBody = cast<ScalarBodyOpInterface>(op);
  for (qrt::ScalarInput &input : body.program.inputs) {
    if (input.kind != qrt::ScalarInputKind::Tensor)
      continue;
    auto isIt = [&](const Binding &b) { return b.operand == input.index; };
    if (llvm::none_of(bindings, isIt)) {
      int64_t step = scalarBody.operandAxis(input.index) >= 0 ? 1 : 0;
      assert((step || operands[input.index].size() == 1) && "other operands are bound");
      bindings.push_back({input.index, operands[input.index], {.channel = step}});
    }
    input.index = uint32_t(llvm::find_if(bindings, isIt) - bindings.begin());
  }
  for (const Binding &binding : bindings)
    tensors.push_back({binding.tensor.data(), binding.strides});
  for (const qrt::Tensor &channel : body.channels)
    channelData.push_back(channel.data());
}

qrt::Epilogue AnchorBody::over(qrt::Tensor &output) {
  return {&body.program, tensors, channelData, output.mutableData()};
}

} // namespace qopt::nn

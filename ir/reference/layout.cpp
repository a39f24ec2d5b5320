#include "ir/reference/layout.h"

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

qrt::Tensor toChannelsLast(const qrt::Execution &execution, const qrt::Tensor &nchw) {
  return permuted(execution, nchw, {0, 2, 3, 1});
}
qrt::Tensor toChannelsFirst(const qrt::Execution &execution, const qrt::Tensor &nhwc) {
  return permuted(execution, nhwc, {0, 3, 1, 2});
}

qrt::Tensor allocateResult(const EvaluationContext &context, Value result) {
  return qrt::Tensor::allocate(*storageType(result.getType()),
                               shapeAt(result.getType(), context.batch));
}

AnchorBody::AnchorBody(Operation *op, std::vector<Binding> bound)
    : bindings(std::move(bound)), body(bodyOf(op)) {
  for (qrt::ScalarInput &input : body.program.inputs) {
    if (input.kind != qrt::ScalarInputKind::Tensor)
      continue;
    auto binding =
        llvm::find_if(bindings, [&](const Binding &b) { return b.operand == input.index; });
    assert(binding != bindings.end() && "a body reads only operands that its anchor binds");
    input.index = uint32_t(binding - bindings.begin());
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

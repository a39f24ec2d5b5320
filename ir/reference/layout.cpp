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

AnchorBody::AnchorBody(Operation *op, qrt::ElementType accumulator, std::vector<Binding> bound)
    : bindings(std::move(bound)) {
  qrt::ScalarBuilder scalar;
  auto read = [&](unsigned operand) {
    for (auto [i, binding] : llvm::enumerate(bindings))
      if (binding.operand == operand)
        return scalar.input({qrt::ScalarInputKind::Tensor, binding.tensor.type(), uint32_t(i)});
    llvm_unreachable("a body reads only operands that its anchor binds");
  };
  auto bindChannel = [&](const qrt::Tensor &values) {
    channels.push_back(values);
    return uint32_t(channels.size() - 1);
  };
  BodyBuilder body(scalar, bindChannel, read, scalar.accumulator(accumulator));
  BodyValue result = cast<ScalarBodyOpInterface>(op).buildBody(body);
  program = scalar.finish(result, *storageType(op->getResult(0).getType()));
  for (const Binding &binding : bindings)
    tensors.push_back({binding.tensor.data(), binding.strides});
  for (const qrt::Tensor &channel : channels)
    channelData.push_back(channel.data());
}

qrt::Epilogue AnchorBody::over(qrt::Tensor &output) {
  return {&program, tensors, channelData, output.mutableData()};
}

} // namespace qopt::nn

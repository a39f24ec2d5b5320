#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

qrt::Tensor Conv2dOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  const qrt::Execution &execution = context.execution;
  qrt::Conv2dShape shape = geometryOf(*this);
  qrt::QuantizedInput input = factorType(operands, getInputMutable(), getInputZeroMutable());
  Weights weights = weightsOf(operands, getWeightsMutable(), getWeightsZeroMutable());
  qrt::Tensor x = toChannelsLast(execution, operands[0]);
  std::vector<AnchorBody::Binding> bindings;
  for (OpOperand &residual : getResidualMutable()) {
    unsigned index = residual.getOperandNumber();
    int64_t channels = shape.outChannels, pixels = shape.out[0] * shape.out[1];
    bindings.push_back(
        {index, toChannelsLast(execution, operands[index]), {pixels * channels, channels, 1}});
  }
  AnchorBody body(*this, operands, std::move(bindings));
  auto packed = qrt::packConv2d(execution, shape, input, weights.type, weights.values.data());
  int64_t samples = x.shape()[0];
  qrt::Tensor y = allocateChannelsLast(getResult(), samples);
  qrt::conv2d(execution, shape, samples, input, x.data(), *packed, body.over(y));
  return toChannelsFirst(execution, y);
}

#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

qrt::Tensor MatmulOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  const qrt::Execution &execution = context.execution;
  qrt::Tensor y = allocateResult(context, getResult());
  if (y.size() == 0)
    return y;
  bool shared = operands[1].shape().size() == 2;
  qrt::MatmulShape shape{operands[0].shape().back(), y.shape().back(), getTransposeB(), shared};
  // A shared b sees all of a as rows of one matrix.
  int64_t rows = shared ? y.size() / shape.n : y.shape()[y.shape().size() - 2];
  int64_t batch = 1;
  for (size_t i = 0; !shared && i + 2 < y.shape().size(); ++i)
    batch *= y.shape()[i];
  AnchorBody body(*this, operands);
  qrt::QuantizedInput aType = factorType(operands, getAMutable(), getInputZeroMutable());
  Weights b = weightsOf(operands, getBMutable(), getWeightsZeroMutable());
  auto packed = qrt::packMatmul(execution, shape, aType, batch, b.type, b.values.data());
  qrt::matmul(execution, shape, batch, rows, aType, operands[0].data(), *packed, body.over(y));
  return y;
}

#include "runtime/calls/top_k/top_k.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"
#include "ir/reference/lines.h"

using namespace mlir;
using namespace qopt::nn;

qrt::Tensor ArgTopKOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, getResult());
  const qrt::Tensor &input = operands[0];
  size_t axis = getAxis();
  qrt::TopKShape shape{getSmallest(), input.shape()[axis], result.shape()[axis]};
  shape.source = {stridesOf(input.shape())};
  shape.target = {stridesOf(result.shape())};
  shape.sourceStep = shape.source.strides[axis];
  shape.targetStep = shape.target.strides[axis];
  qrt::topK(context.execution, shape, linesOf(input.shape(), getAxis()), input.type(), input.data(),
            result.type(), result.mutableData());
  return result;
}

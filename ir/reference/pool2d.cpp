#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

template <typename Pool>
static qrt::Tensor evaluatePool(Pool op, const EvaluationContext &context,
                                const qrt::Tensor &operand) {
  qrt::Pool2dShape shape = geometryOf(op);
  qrt::Tensor x = toChannelsLast(context.execution, operand);
  AnchorBody body(op, {operand});
  qrt::Tensor y = allocateChannelsLast(op.getResult(), x.shape()[0]);
  qrt::pool2d(context.execution, shape, x.shape()[0], quantizedInput(op.getInput().getType()),
              x.data(), body.over(y));
  return toChannelsFirst(context.execution, y);
}

qrt::Tensor MaxPool2dOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  return evaluatePool(*this, context, operands[0]);
}

qrt::Tensor AvgPool2dOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  return evaluatePool(*this, context, operands[0]);
}

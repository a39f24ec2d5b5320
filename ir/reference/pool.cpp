#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

template <typename Pool>
static qrt::Tensor evaluatePool(Pool op, qrt::PoolKind kind, bool countIncludePad,
                                const EvaluationContext &context, const qrt::Tensor &operand) {
  auto input = cast<RankedTensorType>(op.getInput().getType()).getShape();
  auto output = cast<RankedTensorType>(op.getType()).getShape();
  qrt::Pool2dShape shape;
  shape.kind = kind;
  shape.in = {input[2], input[3]};
  shape.out = {output[2], output[3]};
  shape.channels = operand.shape()[1];
  shape.countIncludePad = countIncludePad;
  shape.window = {{op.getKernel()[0], op.getKernel()[1]},
                  {op.getStrides()[0], op.getStrides()[1]},
                  {op.getDilations()[0], op.getDilations()[1]},
                  {op.getPads()[0], op.getPads()[1]}};
  qrt::Tensor x = toChannelsLast(context.execution, operand);
  qrt::QuantizedInput type = quantizedInput(op.getInput().getType());
  auto accumulator = x.type() == qrt::ElementType::F32 ? qrt::ElementType::F32
                                                       : qrt::ElementType::I32;
  AnchorBody body(op, accumulator, {});
  qrt::Tensor y = qrt::Tensor::allocate(
      *storageType(op.getType()), {x.shape()[0], shape.out[0], shape.out[1], shape.channels});
  qrt::pool2d(context.execution, shape, x.shape()[0], type, x.data(), body.over(y));
  return toChannelsFirst(context.execution, y);
}

qrt::Tensor MaxPool2dOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  return evaluatePool(*this, qrt::PoolKind::Max, false, context, operands[0]);
}

qrt::Tensor AvgPool2dOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  return evaluatePool(*this, qrt::PoolKind::Average, getCountIncludePad(), context, operands[0]);
}

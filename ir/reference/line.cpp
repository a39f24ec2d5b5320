#include "ir/ops.h"
#include "ir/reference/layout.h"
#include "runtime/numerics/lines/lines.h"

using namespace mlir;
using namespace qopt::nn;

// The lines along `axis` of a tensor: every other dimension, with its own strides in others.
static qrt::StridedWalk linesOf(const qrt::Shape &shape, int64_t axis) {
  qrt::StridedWalk lines{shape};
  lines.sizes[size_t(axis)] = 1;
  return lines;
}

static qrt::Tensor evaluateScan(Operation *op, const EvaluationContext &context,
                                const qrt::Tensor &input, qrt::ScanShape shape, int64_t axis) {
  qrt::Tensor result = allocateResult(context, op->getResult(0));
  std::vector<int64_t> strides = stridesOf(input.shape());
  shape.source = shape.target = {strides};
  shape.sourceStep = shape.targetStep = strides[size_t(axis)];
  qrt::scan(context.execution, shape, linesOf(input.shape(), axis), input.shape()[size_t(axis)],
            input.type(), input.data(), result.mutableData());
  return result;
}

qrt::Tensor CumSumOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  return evaluateScan(*this, context, operands[0],
                      {qrt::ScanKind::Sum, getExclusive(), getReverse()}, getAxis());
}
qrt::Tensor CumProdOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  return evaluateScan(*this, context, operands[0],
                      {qrt::ScanKind::Product, getExclusive(), getReverse()}, getAxis());
}

qrt::Tensor ArgTopKOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, getResult());
  const qrt::Tensor &input = operands[0];
  size_t axis = getAxis();
  qrt::OrderShape shape{getSmallest(), input.shape()[axis], result.shape()[axis]};
  shape.source = {stridesOf(input.shape())};
  shape.target = {stridesOf(result.shape())};
  shape.sourceStep = shape.source.strides[axis];
  shape.targetStep = shape.target.strides[axis];
  qrt::order(context.execution, shape, linesOf(input.shape(), getAxis()), input.type(),
             input.data(), result.type(), result.mutableData());
  return result;
}

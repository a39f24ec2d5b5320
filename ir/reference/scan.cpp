#include "runtime/calls/scan/scan.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"
#include "ir/reference/lines.h"

using namespace mlir;
using namespace qopt::nn;

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

#include "runtime/calls/histogram/histogram.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

qrt::Tensor HistogramOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  qrt::Tensor result = allocateResult(context, getResult());
  qrt::histogram(context.execution, {int64_t(getParts()), int64_t(getBins())}, operands[0].size(),
                 operands[0].values<float>().data(), operands[1].values<float>()[0],
                 result.mutableValues<int32_t>().data());
  return result;
}

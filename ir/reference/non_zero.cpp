#include "runtime/calls/non_zero/non_zero.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

std::vector<qrt::Tensor> NonZeroOp::evaluateAll(const EvaluationContext &context,
                                                ArrayRef<qrt::Tensor> operands) {
  const qrt::Tensor &input = operands[0];
  qrt::Tensor places = allocateResult(context, getResult(0)),
              count = allocateResult(context, getResult(1));
  qrt::findNonZero(context.execution, {{stridesOf(input.shape())}, {stridesOf(places.shape())}},
                   input.shape(), input.type(), input.data(),
                   places.mutableValues<int64_t>().data(), count.mutableValues<int64_t>().data());
  return {places, count};
}

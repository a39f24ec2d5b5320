#include "runtime/calls/extremes/extremes.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

qrt::Tensor ExtremesOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  const qrt::Tensor &input = operands[0];
  qrt::Tensor result = allocateResult(context, getResult());
  qrt::GroupedSizes sizes{1, 1, input.size()};
  if (getAxis()) {
    ArrayRef<int64_t> shape(input.shape());
    sizes = {llvm::product_of(shape.take_front(*getAxis())), shape[*getAxis()],
             llvm::product_of(shape.drop_front(*getAxis() + 1))};
  }
  qrt::extremes(context.execution, sizes, input.values<float>().data(),
                result.mutableValues<float>().data());
  return result;
}

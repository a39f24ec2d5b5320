#include "runtime/numerics/reduce/reduce.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

// Reduced axes are brought to the end, so that elements count in index order.
qrt::Tensor qopt::nn::detail::evaluateReduction(Operation *op, const EvaluationContext &context,
                                                const qrt::Tensor &operand) {
  auto reduction = cast<ReductionOpInterface>(op);
  SmallVector<int64_t> axes = reduction.reducedAxes(), order;
  for (int64_t i = 0; i < int64_t(operand.shape().size()); ++i)
    if (!llvm::is_contained(axes, i))
      order.push_back(i);
  int64_t reduced = 1;
  for (int64_t axis : axes) {
    order.push_back(axis);
    reduced *= operand.shape()[axis];
  }
  qrt::Tensor x = permuted(context.execution, operand, order);
  qrt::QuantizedInput type = quantizedInput(op->getOperand(0).getType());
  AnchorBody body(op, {operand});
  qrt::Tensor y = allocateResult(context, op->getResult(0));
  qrt::reduce(context.execution, {reduction.reduction(), reduced, 1}, y.size(), type, x.data(),
              body.over(y));
  return y;
}

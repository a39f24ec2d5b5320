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

qrt::Tensor SoftmaxOp::evaluate(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands) {
  SmallVector<int64_t> order, back;
  int64_t rank = operands[0].shape().size(), axis = getAxis();
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      order.push_back(i);
  order.push_back(axis);
  back.resize(rank);
  for (auto [i, from] : llvm::enumerate(order))
    back[from] = i;
  qrt::Tensor x = permuted(context.execution, operands[0], order);
  qrt::Tensor y = qrt::Tensor::allocate(qrt::ElementType::F32, x.shape());
  AnchorBody body(*this, operands);
  int64_t size = x.shape().back();
  qrt::softmax(context.execution, x.size() / std::max<int64_t>(size, 1), size,
               x.values<float>().data(), body.over(y));
  return permuted(context.execution, y, back);
}

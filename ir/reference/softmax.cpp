#include "runtime/calls/softmax/softmax.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

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

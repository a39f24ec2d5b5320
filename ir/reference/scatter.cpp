#include "runtime/calls/scatter/scatter.h"
#include "ir/ops.h"
#include "ir/reference/layout.h"

#include <cstring>

using namespace mlir;
using namespace qopt::nn;

static qrt::Tensor evaluateScatter(const EvaluationContext &context, ArrayRef<qrt::Tensor> operands,
                                   const qrt::ScatterShape &shape, const qrt::StridedWalk &lines,
                                   int64_t count, ArrayRef<int64_t> sizes) {
  const qrt::Tensor &input = operands[0], &indices = operands[1], &updates = operands[2];
  qrt::Tensor result = qrt::Tensor::allocate(input.type(), input.shape());
  std::memcpy(result.mutableData(), input.data(), input.bytes());
  qrt::Status status = qrt::scatter(context.execution, shape, lines, count,
                                    {sizes.data(), sizes.size()}, indices.type(), indices.data(),
                                    input.type(), updates.data(), result.mutableData());
  if (context.status.ok())
    context.status = status;
  return result;
}

// Lines along the axis, as many as the indices have.
qrt::Tensor ScatterElementsOp::evaluate(const EvaluationContext &context,
                                        ArrayRef<qrt::Tensor> operands) {
  size_t axis = getAxis();
  const qrt::Shape &to = operands[0].shape(), &from = operands[1].shape();
  std::vector<int64_t> strides = stridesOf(from), targets = stridesOf(to);
  qrt::ScatterShape shape{*qrt::parseScatterKind(getReduction().str()),
                          {strides},
                          {strides},
                          {targets},
                          strides[axis],
                          0,
                          strides[axis],
                          {targets[axis]}};
  qrt::StridedWalk lines{from};
  lines.sizes[axis] = 1;
  return evaluateScatter(context, operands, shape, lines, from[axis], to[axis]);
}

// A line for each element of a slice, along all tuples.
qrt::Tensor ScatterNdOp::evaluate(const EvaluationContext &context,
                                  ArrayRef<qrt::Tensor> operands) {
  const qrt::Shape &to = operands[0].shape(), &from = operands[1].shape();
  int64_t tuple = from.back(), slice = 1;
  std::vector<int64_t> strides = stridesOf(to);
  for (size_t i = size_t(tuple); i < to.size(); ++i)
    slice *= to[i];
  qrt::ScatterShape shape{
      *qrt::parseScatterKind(getReduction().str()), {{0}}, {{1}}, {{1}}, tuple, 1, slice,
      {strides.begin(), strides.begin() + tuple}};
  int64_t count = slice ? operands[2].size() / slice : 0;
  return evaluateScatter(context, operands, shape, {{slice}}, count,
                         ArrayRef(to).take_front(size_t(tuple)));
}

#include "ir/ops/reduction/select.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

static int64_t *integersOf(qrt::Tensor &tensor) { return tensor.mutableValues<int64_t>().data(); }

std::vector<qrt::Tensor> NonMaxSuppressionOp::evaluateAll(const EvaluationContext &context,
                                                          ArrayRef<qrt::Tensor> operands) {
  const qrt::Shape &sizes = operands[1].shape();
  qrt::Tensor rows = allocateResult(context, getResult(0)),
              count = allocateResult(context, getResult(1));
  qrt::SuppressionShape shape = suppressionOf(*this, sizes[2]);
  shape.corners = {stridesOf(operands[0].shape())};
  shape.scores = {stridesOf(sizes)};
  shape.rows = {stridesOf(rows.shape())};
  qrt::suppressNonMaxima(context.execution, shape, sizes[0], sizes[1],
                         operands[0].values<float>().data(), operands[1].values<float>().data(),
                         integersOf(rows), integersOf(count));
  return {rows, count};
}

std::vector<qrt::Tensor> NonZeroOp::evaluateAll(const EvaluationContext &context,
                                                ArrayRef<qrt::Tensor> operands) {
  const qrt::Tensor &input = operands[0];
  qrt::Tensor places = allocateResult(context, getResult(0)),
              count = allocateResult(context, getResult(1));
  qrt::findNonZero(context.execution, {{stridesOf(input.shape())}, {stridesOf(places.shape())}},
                   input.shape(), input.type(), input.data(), integersOf(places),
                   integersOf(count));
  return {places, count};
}

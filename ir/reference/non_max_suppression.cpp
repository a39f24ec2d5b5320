#include "ir/ops/reduction/non_max_suppression.h"
#include "ir/reference/layout.h"

using namespace mlir;
using namespace qopt::nn;

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
                         rows.mutableValues<int64_t>().data(),
                         count.mutableValues<int64_t>().data());
  return {rows, count};
}

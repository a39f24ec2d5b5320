#include "ir/ops.h"
#include "ir/ops/reduction/softmax_rule.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult SoftmaxOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= int64_t(shape.size()))
    return error() << "(C1): axis " << axis << " is no dimension of " << toString(shape);
  results.push_back(shape);
  return success();
}
bool SoftmaxOp::mayGrow(unsigned, int64_t dim) { return dim != int64_t(getAxis()); }
LogicalResult SoftmaxOp::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule SoftmaxOp::quantizationRule() { return softmaxRule(); }
OpCost SoftmaxOp::cost(int64_t batch) { return qopt::nn::detail::costOfReduction(*this, batch); }
BodyValue SoftmaxOp::buildBody(BodyBuilder &body) { return body.accumulator(); }

qrt::ElementType SoftmaxOp::accumulator() { return qrt::ElementType::F32; }
int64_t SoftmaxOp::channelDim() { return -1; }

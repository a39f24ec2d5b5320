#include "ir/ops.h"
#include "ir/ops/composite/variance.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult StandardizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  int64_t axis = getAxis();
  auto isCounted = [](const Dim &dim) { return dim.isStatic() && dim.value() > 0; };
  if (axis < 0 || axis >= int64_t(shape.size()) ||
      !llvm::all_of(ArrayRef(shape).drop_front(axis), isCounted))
    return error() << "(C1): axis " << axis << " begins no static dimensions with elements of "
                   << toString(shape);
  results.push_back(shape);
  return success();
}
LogicalResult StandardizeOp::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule StandardizeOp::quantizationRule() { return staysFloat(*this); }
SmallVector<Value> StandardizeOp::expand(CompositeBuilder &b) {
  Axes axes = axesFrom(getInput(), getAxis());
  Value d = getCentered() ? deviation(b, getInput(), axes) : getInput();
  return {scaledToVariance(b, d, axes, getEpsilon().convertToFloat())};
}
BodyValue StandardizeOp::buildBody(BodyBuilder &body) { return body.accumulator(); }
qrt::ElementType StandardizeOp::accumulator() { return qrt::ElementType::F32; }
// Over several dimensions, no one of them runs along its vectors.
int64_t StandardizeOp::channelDim() {
  int64_t last = int64_t(symbolicShape(getInput()).size()) - 1;
  return int64_t(getAxis()) == last ? last : -1;
}

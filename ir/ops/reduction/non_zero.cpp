#include "ir/ops/reduction/places.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult NonZeroOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  std::optional<Dim> bound = productOf(shape);
  if (shape.empty() || !bound)
    return error() << "(C1): of shape [" << toString(shape) << "]";
  results.push_back({staticDim(int64_t(shape.size())), *bound});
  results.push_back({staticDim(1)});
  return success();
}
bool NonZeroOp::mayGrow(unsigned, int64_t) { return true; }
int64_t NonZeroOp::countedDim() { return 1; }
LogicalResult NonZeroOp::verify() {
  if (!isComputedElement(getInput().getType()))
    return violates(*this, "C2") << "of " << getElementTypeOrSelf(getInput());
  return verifyPlaces(*this);
}
QuantizationRule NonZeroOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost NonZeroOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult ExtremesOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  if (getAxis() && *getAxis() >= shape.size())
    return error() << "(C1): axis " << int64_t(*getAxis()) << " is out of range";
  results.push_back({getAxis() ? shape[*getAxis()] : staticDim(1), staticDim(3)});
  return success();
}
bool ExtremesOp::mayGrow(unsigned, int64_t) { return true; }
LogicalResult ExtremesOp::verify() {
  if (!isF32(getInput().getType()) || !isF32(getType()))
    return violates(*this, "C2") << getElementTypeOrSelf(getType()) << " of "
                                 << getElementTypeOrSelf(getInput());
  return success();
}
QuantizationRule ExtremesOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost ExtremesOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

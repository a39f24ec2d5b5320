#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult HistogramOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  if (!symbolicShape(getPerUnit()).empty())
    return error() << "(C1): per_unit has dimensions";
  results.push_back({staticDim(int64_t(getParts())), staticDim(2), staticDim(int64_t(getBins()))});
  return success();
}
bool HistogramOp::mayGrow(unsigned operand, int64_t) { return operand == 0; }
LogicalResult HistogramOp::verify() {
  if (!isF32(getInput().getType()) || !isF32(getPerUnit().getType()) ||
      !getElementTypeOrSelf(getType()).isInteger(32))
    return violates(*this, "C2") << getElementTypeOrSelf(getType()) << " of "
                                 << getElementTypeOrSelf(getInput()) << " and "
                                 << getElementTypeOrSelf(getPerUnit());
  if (int64_t(getBins()) < 1 || int64_t(getParts()) < 1)
    return violates(*this, "C3") << int64_t(getBins()) << " bins in " << int64_t(getParts())
                                 << " parts";
  return success();
}
QuantizationRule HistogramOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::Float}};
}
OpCost HistogramOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

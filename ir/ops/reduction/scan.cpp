#include "runtime/calls/scan/scan.h"
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

static LogicalResult inferScan(Value input, uint64_t axis, SmallVectorImpl<SymbolicShape> &results,
                               EmitError error) {
  SymbolicShape shape = symbolicShape(input);
  if (axis >= shape.size())
    return error() << "(C1): axis " << int64_t(axis) << " is out of range";
  results.push_back(shape);
  return success();
}

static LogicalResult verifyScan(Operation *op) {
  if (failed(verifyMoved(op, "C2")))
    return failure();
  Type type = op->getResult(0).getType();
  if (isQuantized(type) || !qrt::scans(*storageType(type)))
    return violates(op, "C2") << "of " << getElementTypeOrSelf(type);
  return success();
}

#define QOPT_SCAN(OP)                                                                              \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {        \
    return inferScan(getInput(), getAxis(), results, error);                                       \
  }                                                                                                \
  LogicalResult OP::verify() { return verifyScan(*this); }                                         \
  QuantizationRule OP::quantizationRule() {                                                        \
    return {ResultRule::StaysFloat, {OperandRole::Float}};                                         \
  }                                                                                                \
  OpCost OP::cost(int64_t batch) { return costOf(*this, batch, 0); }
QOPT_SCAN(CumSumOp)
QOPT_SCAN(CumProdOp)
#undef QOPT_SCAN

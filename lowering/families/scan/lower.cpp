#include "lowering/families/lines.h"
#include "lowering/families/op_lowering.h"

#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerScan(ProgramBuilder &builder, Operation *op, qrt::ScanShape shape,
                               int64_t axis) {
  Value input = op->getOperand(0), result = op->getResult(0);
  Sizes sizes = sizesOf(result);
  View from = builder.viewOf(input);
  Layout layout = builder.wishFor(result, layoutOf(from, sizes)).dense();
  uint32_t buffer = builder.defineResult(result, layout);
  View to = builder.viewOf(result);
  Lines lines(sizes, layout, [&](int64_t dim) { return dim == axis; });
  shape.source = lines.access(from);
  shape.target = lines.access(to);
  shape.sourceStep = from.strides[axis];
  shape.targetStep = to.strides[axis];
  builder.add(layerName(op),
              qrt::ScanCall{shape, lines.leading, lines.walk, sizes[axis], from.operand}, buffer);
  return success();
}

static LogicalResult lowerCumSum(ProgramBuilder &builder, const Region &region) {
  auto op = cast<CumSumOp>(region.anchor);
  return lowerScan(builder, op, {qrt::ScanKind::Sum, op.getExclusive(), op.getReverse()},
                   op.getAxis());
}

static LogicalResult lowerCumProd(ProgramBuilder &builder, const Region &region) {
  auto op = cast<CumProdOp>(region.anchor);
  return lowerScan(builder, op, {qrt::ScanKind::Product, op.getExclusive(), op.getReverse()},
                   op.getAxis());
}

void addScan(OpLowerings &lowerings) {
  lowerings.add<CumSumOp>({.lower = lowerCumSum});
  lowerings.add<CumProdOp>({.lower = lowerCumProd});
}

} // namespace qopt

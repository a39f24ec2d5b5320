#include "lowering/families/op_lowering.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerHistogram(ProgramBuilder &builder, const Region &region) {
  auto op = cast<HistogramOp>(region.anchor);
  if (isEmpty(op.getInput().getType()))
    return cannotCompile(op, "it reads a tensor without elements");
  Sizes sizes = sizesOf(op.getInput());
  Layout layout = layoutOf(builder.viewOf(op.getInput()), sizes).dense();
  qrt::HistogramCall call{{int64_t(op.getParts()), int64_t(op.getBins())},
                          *productOf(sizes),
                          builder.materialize(op.getInput(), layout).operand,
                          builder.viewOf(op.getPerUnit()).operand};
  uint32_t output = builder.defineResult(op.getResult(), Layout::rowMajor(3));
  builder.add(layerName(op), std::move(call), {output});
  return success();
}

void addHistogram(OpLowerings &lowerings) {
  lowerings.add<HistogramOp>({.lower = lowerHistogram, .wish = noWish});
}

} // namespace qopt

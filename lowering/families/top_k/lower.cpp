#include "lowering/families/lines.h"
#include "lowering/families/op_lowering.h"

#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerTopK(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ArgTopKOp>(region.anchor);
  int64_t axis = op.getAxis();
  Sizes from = sizesOf(op.getInput()), to = sizesOf(op.getType());
  View view = builder.viewOf(op.getInput());
  Layout layout = builder.wishFor(op.getResult(), layoutOf(view, from)).dense();
  uint32_t buffer = builder.defineResult(op.getResult(), layout);
  View target = builder.viewOf(op.getResult());
  Lines lines(to, layout, [&](int64_t dim) { return dim == axis; });
  qrt::TopKShape shape{op.getSmallest(), from[axis].offset, to[axis].offset};
  shape.source = lines.access(view);
  shape.target = lines.access(target);
  shape.sourceStep = view.strides[axis];
  shape.targetStep = target.strides[axis];
  builder.add(layerName(op), qrt::TopKCall{shape, lines.leading, lines.walk, view.operand}, buffer);
  return success();
}

void addTopK(OpLowerings &lowerings) { lowerings.add<ArgTopKOp>({.lower = lowerTopK}); }

} // namespace qopt

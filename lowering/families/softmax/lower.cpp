#include "lowering/families/op_lowering.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Returns the layout of this order, with the axis brought innermost.
static Layout axisLast(ArrayRef<int64_t> order, int64_t axis) {
  SmallVector<int64_t, 6> moved;
  for (int64_t dim : order)
    if (dim != axis)
      moved.push_back(dim);
  moved.push_back(axis);
  return Layout::of(moved);
}

static LogicalResult lowerSoftmax(ProgramBuilder &builder, const Region &region) {
  auto op = cast<SoftmaxOp>(region.anchor);
  Sizes shape = sizesOf(op.getInput());
  int64_t axis = op.getAxis();
  Layout layout = axisLast(layoutOf(builder.viewOf(op.getInput()), shape).order(), axis);
  SmallVector<int64_t, 4> outer(layout.order().drop_back());
  qrt::Extent rows = fixedSize(1);
  for (int64_t dim : outer)
    rows = *multiply(rows, shape[dim]);
  qrt::SoftmaxCall call;
  call.outer = rows;
  call.axis = shape[axis].offset;
  call.input = builder.materialize(op.getInput(), layout).operand;
  return finishAnchor(builder, region, std::move(call), {{outer, {}, {}, {axis}}}, layout);
}

static std::optional<Layout> wishOfSoftmax(Operation *op, unsigned, const Chosen &chosen) {
  Layout rowMajor = Layout::rowMajor(sizesOf(op->getResult(0)).size());
  return axisLast((chosen.result ? *chosen.result : rowMajor).order(),
                  cast<SoftmaxOp>(op).getAxis());
}

void addSoftmax(OpLowerings &lowerings) {
  lowerings.add<SoftmaxOp>({.lower = lowerSoftmax, .wish = wishOfSoftmax});
}

} // namespace qopt

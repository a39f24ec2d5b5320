#include "lowering/families/op_lowering.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static qrt::Extent productIn(ArrayRef<int64_t> dims, ArrayRef<qrt::Extent> sizes) {
  qrt::Extent total = fixedSize(1);
  for (int64_t dim : dims)
    total = *multiply(total, sizes[dim]);
  return total;
}

static LogicalResult lowerExtremes(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ExtremesOp>(region.anchor);
  if (isEmpty(op.getInput().getType()))
    return cannotCompile(op, "it reads a tensor without elements");
  Sizes sizes = sizesOf(op.getInput());
  // The call walks the value as it lies: groups have no order of their own to keep.
  Layout layout = layoutOf(builder.viewOf(op.getInput()), sizes).dense();
  ArrayRef<int64_t> order = layout.order();
  qrt::ExtremesCall call{fixedSize(1), fixedSize(1), productIn(order, sizes), {}};
  if (op.getAxis()) {
    size_t place = llvm::find(order, int64_t(*op.getAxis())) - order.begin();
    call.before = productIn(order.take_front(place), sizes);
    call.groups = sizes[*op.getAxis()];
    call.after = productIn(order.drop_front(place + 1), sizes);
  }
  call.input = builder.materialize(op.getInput(), layout).operand;
  uint32_t output = builder.defineResult(op.getResult(), Layout::rowMajor(2));
  builder.add(layerName(op), std::move(call), {output});
  return success();
}

void addExtremes(OpLowerings &lowerings) {
  lowerings.add<ExtremesOp>({.lower = lowerExtremes, .wish = noWish});
}

} // namespace qopt

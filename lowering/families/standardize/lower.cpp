#include "lowering/families/op_lowering.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// The averaged dimensions lie innermost, and in their order: sums say in which they add.
static LogicalResult lowerStandardize(ProgramBuilder &builder, const Region &region) {
  auto op = cast<StandardizeOp>(region.anchor);
  Value input = builder.storedOf(op.getInput());
  Sizes shape = sizesOf(input);
  const int64_t axis = op.getAxis(), rank = shape.size();
  SmallVector<int64_t, 4> outer, averaged;
  for (int64_t dim : layoutOf(builder.viewOf(input), shape).order())
    if (dim < axis)
      outer.push_back(dim);
  llvm::append_range(averaged, llvm::seq(axis, rank));
  SmallVector<int64_t, 6> order(outer.begin(), outer.end());
  order.append(averaged.begin(), averaged.end());
  auto count = [&](ArrayRef<int64_t> dims) {
    return *productOf(llvm::map_to_vector(dims, [&](int64_t dim) { return shape[dim]; }));
  };
  Layout layout = Layout::of(order);
  qrt::StandardizeCall call;
  call.outer = count(outer);
  call.shape = {count(averaged).offset, op.getEpsilon().convertToFloat(), op.getCentered()};
  call.input = builder.materialize(input, layout).operand;
  return finishAnchor(builder, region, std::move(call), {{outer, {}, {}, averaged}}, layout);
}

void addStandardize(OpLowerings &lowerings) {
  lowerings.add<StandardizeOp>({.lower = lowerStandardize, .widens = true});
}

} // namespace qopt

#include "lowering/families/op_lowering.h"
#include "lowering/families/places.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerNonZero(ProgramBuilder &builder, const Region &region) {
  auto op = cast<NonZeroOp>(region.anchor);
  if (hasEmpty(op))
    return cannotCompile(op, "it reads or gives a tensor without elements");
  Sizes sizes = sizesOf(op.getInput());
  View input = builder.viewOf(op.getInput());
  qrt::NonZeroCall call{{accessOf(input), {}}, {sizes.begin(), sizes.end()}, input.operand};
  auto outputs = writePlaces(builder, op, call.shape.places);
  builder.add(layerName(op), std::move(call), outputs);
  return success();
}

void addNonZero(OpLowerings &lowerings) {
  lowerings.add<NonZeroOp>({.lower = lowerNonZero, .wish = noWish});
}

} // namespace qopt

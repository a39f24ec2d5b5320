#include "lowering/fuse/constant_places.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Counted from the beginning; none where it is several, data, or outside (an error of the run).
static std::optional<int64_t> placeOf(GatherOp op) {
  Dim size = symbolicShape(op.getInput())[op.getAxis()];
  std::optional<qrt::Tensor> indices = constantTensor(op.getIndices());
  if (!size.isStatic() || !indices || indices->size() != 1 ||
      getElementTypeOrSelf(op.getInput()) != getElementTypeOrSelf(op.getType()))
    return std::nullopt;
  int64_t place = indices->type() == qrt::ElementType::I64 ? indices->values<int64_t>()[0]
                                                           : indices->values<int32_t>()[0];
  place += place < 0 ? size.value() : 0;
  return place >= 0 && place < size.value() ? std::optional(place) : std::nullopt;
}

static void slice(GatherOp op, int64_t place) {
  OpBuilder builder(op);
  SymbolicShape box = symbolicShape(op.getInput());
  box[op.getAxis()] = staticDim(1);
  SmallVector<int64_t> starts(box.size(), 0), steps(box.size(), 1);
  starts[op.getAxis()] = place;
  Type element = getElementTypeOrSelf(op.getType());
  Value chosen =
      SliceOp::create(builder, op.getLoc(), tensorType(box, element), op.getInput(), starts, steps);
  Value result = ReshapeOp::create(builder, op.getLoc(), op.getType(), chosen);
  takeResultIdentity(result, op.getResult());
  op.getResult().replaceAllUsesWith(result);
  op.erase();
}

OwningOpRef<func::FuncOp> sliceConstantPlaces(func::FuncOp function) {
  if (llvm::none_of(function.getOps<GatherOp>(), [](GatherOp op) { return placeOf(op); }))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  for (GatherOp op : llvm::make_early_inc_range(copy->getOps<GatherOp>()))
    if (std::optional<int64_t> place = placeOf(op))
      slice(op, *place);
  return copy;
}

} // namespace qopt

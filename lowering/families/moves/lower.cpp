// Reshape, transpose, slice, split: views. Concat, pad: elements moved, never changed.
#include "lowering/families/op_lowering.h"

#include "ir/ops/rescale.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Dimensions of one element take no part: any stride is theirs.
static SmallVector<int64_t, 6> dimsOfMore(ArrayRef<qrt::Extent> sizes) {
  SmallVector<int64_t, 6> dims;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!size.isStatic() || size.offset != 1)
      dims.push_back(dim);
  return dims;
}

// Strides of the new dimensions over elements that stay where they are; none where the old ones do
// not lie evenly enough. Runs of dimensions that hold the same elements are matched one by one.
static std::optional<SmallVector<int64_t, 6>>
viewedAs(ArrayRef<qrt::Extent> to, ArrayRef<qrt::Extent> from, ArrayRef<int64_t> strides) {
  SmallVector<int64_t, 6> viewed(to.size(), 1), fromDims = dimsOfMore(from),
                                                toDims = dimsOfMore(to);
  size_t i = 0, j = 0;
  while (i < fromDims.size() && j < toDims.size()) {
    size_t fromBegin = i, toBegin = j;
    std::optional<qrt::Extent> before = from[fromDims[i++]], after = to[toDims[j++]];
    while (before && after && *before != *after) {
      if (before->at(1) < after->at(1) && i < fromDims.size())
        before = multiply(*before, from[fromDims[i++]]);
      else if (after->at(1) <= before->at(1) && j < toDims.size())
        after = multiply(*after, to[toDims[j++]]);
      else
        return std::nullopt;
    }
    std::optional<int64_t> stride =
        collapse(ArrayRef(fromDims).slice(fromBegin, i - fromBegin), strides, from);
    if (!before || !after || !stride)
      return std::nullopt;
    for (size_t k = j; k-- > toBegin;) {
      qrt::Extent size = to[toDims[k]];
      viewed[toDims[k]] = *stride;
      if (!size.isStatic() && k != toBegin)
        return std::nullopt; // a stride would grow
      *stride *= size.isStatic() ? size.offset : 1;
    }
  }
  return viewed; // what is left has one element
}

LogicalResult lowerReshape(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ReshapeOp>(region.anchor);
  Sizes from = sizesOf(op.getInput()), to = sizesOf(op.getType());
  View view = builder.viewOf(op.getInput());
  if (isEmpty(op.getType()))
    return cannotCompile(op, "it has no elements");
  auto strides = viewedAs(to, from, view.strides);
  if (!strides) {
    Layout rowMajor = Layout::rowMajor(from.size());
    if (!(rowMajor.growingFirst(from) == rowMajor))
      return cannotCompile(op, "it would mix the dimension that grows with the batch into others");
    view = builder.materialize(op.getInput(), rowMajor);
    strides = viewedAs(to, from, view.strides);
  }
  if (!strides)
    return cannotCompile(op, "it would mix the dimension that grows with the batch into others");
  view.strides = *strides;
  builder.define(op.getResult(), view);
  return success();
}

LogicalResult lowerTranspose(ProgramBuilder &builder, const Region &region) {
  auto op = cast<TransposeOp>(region.anchor);
  View view = builder.viewOf(op.getInput()), moved = view;
  for (auto [to, from] : llvm::enumerate(op.getPermutation()))
    moved.strides[to] = view.strides[from];
  builder.define(op.getResult(), moved);
  return success();
}

std::optional<Layout> wishOfTranspose(Operation *op, unsigned, const Chosen &chosen) {
  if (!chosen.result)
    return std::nullopt;
  return chosen.result->permuted(cast<TransposeOp>(op).getPermutation());
}

LogicalResult lowerSlice(ProgramBuilder &builder, const Region &region) {
  auto op = cast<SliceOp>(region.anchor);
  View view = builder.viewOf(op.getInput());
  for (size_t i = 0; i < view.strides.size(); ++i) {
    view.offset += view.strides[i] * op.startAt(int64_t(i), 1);
    view.strides[i] *= op.getSteps()[i];
  }
  builder.define(op.getResult(), view);
  return success();
}

LogicalResult lowerSplit(ProgramBuilder &builder, const Region &region) {
  auto op = cast<SplitOp>(region.anchor);
  View view = builder.viewOf(op.getInput());
  for (auto [result, size] : llvm::zip_equal(op.getResults(), op.getSizes())) {
    builder.define(result, view);
    view.offset += size * view.strides[op.getAxis()];
  }
  return success();
}

// An operand with other parameters than the result's is requantized on the way.
static void addRequantized(ProgramBuilder &builder, Operation *op, Value input, const View &from,
                           const View &to, const Layout &layout) {
  Walk walk(sizesOf(input), layout);
  qrt::ScalarBuilder scalar;
  QuantParams params = *quantParams(op->getResult(0).getType());
  BodyValue q = scalar.input({qrt::ScalarInputKind::Tensor, *storageType(input.getType()), 0});
  BodyValue steps = rescale(scalar, rescalingOf(op), q, *quantParams(input.getType()), params);
  qrt::ElementwiseCall call{walk.leading,
                            walk.walk,
                            scalar.finish(steps, params.storage),
                            {{from.operand, walk.access(from.strides, from.offset)}},
                            walk.access(to.strides, to.offset)};
  builder.add(layerName(op), std::move(call), to.operand.index, /*disjoint=*/true);
}

// A copy of elements of one width, into a buffer of the other type.
LogicalResult lowerBitCast(ProgramBuilder &builder, const Region &region) {
  auto op = cast<BitCastOp>(region.anchor);
  Sizes shape = sizesOf(op.getType());
  Layout layout = builder.wishFor(op.getResult(), Layout::rowMajor(shape.size()));
  View from = builder.viewOf(op.getInput());
  builder.defineResult(op.getResult(), layout);
  builder.addCopy(layerName(op), shape, layout, from, builder.viewOf(op.getResult()));
  return success();
}

LogicalResult lowerConcat(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ConcatOp>(region.anchor);
  int64_t axis = op.getAxis();
  Layout layout = builder.wishFor(op.getResult(), Layout::rowMajor(sizesOf(op.getType()).size()));
  builder.defineResult(op.getResult(), layout);
  View to = builder.viewOf(op.getResult());
  for (Value input : op.getInputs()) {
    Sizes shape = sizesOf(input);
    View from = builder.viewOf(input);
    if (getElementTypeOrSelf(input.getType()) == getElementTypeOrSelf(op.getType()))
      builder.addCopy(layerName(op), shape, layout, from, to, /*disjoint=*/true);
    else
      addRequantized(builder, op, input, from, to, layout);
    to.offset += shape[axis].offset * to.strides[axis];
  }
  return success();
}

LogicalResult lowerPad(ProgramBuilder &builder, const Region &region) {
  auto op = cast<PadOp>(region.anchor);
  Sizes shape = sizesOf(op.getType());
  Layout layout = builder.wishFor(op.getResult(), Layout::rowMajor(shape.size()));
  uint32_t output = builder.defineResult(op.getResult(), layout);
  qrt::FillCall fill{*productOf(layout.physicalShape(shape)),
                     borderBits(op.getType(), op.getValue())};
  builder.add(layerName(op), fill, output);
  View to = builder.viewOf(op.getResult());
  for (auto [stride, low] : llvm::zip_equal(to.strides, op.getLow()))
    to.offset += stride * low;
  builder.addCopy(layerName(op), sizesOf(op.getInput()), layout, builder.viewOf(op.getInput()), to);
  return success();
}

} // namespace qopt

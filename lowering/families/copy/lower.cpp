// Reshape, transpose, slice, split: views. Concat, pad: elements moved, never changed.
#include "lowering/families/op_lowering.h"
#include "lowering/layout/reshaped.h"

#include "ir/ops/rescale.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Returns the layout before a reshape whose result is to lie as `wished`; row-major where that
// takes another order within what belongs together.
static Layout layoutBehind(ArrayRef<qrt::Extent> to, ArrayRef<qrt::Extent> from,
                           const Layout &wished) {
  Layout rowMajor = Layout::rowMajor(from.size());
  auto runs = matched(to, from);
  if (!runs)
    return rowMajor;
  SmallVector<int64_t, 6> moving, order;
  Layout grown = wished.growingFirst(to);
  llvm::copy_if(grown.order(), std::back_inserter(moving),
                [&](int64_t dim) { return to[dim] != fixedSize(1); });
  while (!moving.empty()) {
    auto run = llvm::find_if(*runs, [&](const SameElements &r) {
      return ArrayRef(moving).take_front(r.to.size()) == ArrayRef(r.to);
    });
    if (run == runs->end())
      return rowMajor;
    order.append(run->from);
    moving.erase(moving.begin(), moving.begin() + run->to.size());
  }
  // Dimensions of one element come first: their order does not count.
  for (int64_t dim = 0; dim < int64_t(from.size()); ++dim)
    if (!llvm::is_contained(order, dim))
      order.insert(order.begin(), dim);
  Layout layout = Layout::of(order);
  return layout.growingFirst(from) == layout ? layout : rowMajor;
}

static const char mixes[] = "it would mix the dimension that grows with the batch into others";

static LogicalResult lowerReshape(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ReshapeOp>(region.anchor);
  Sizes from = sizesOf(op.getInput()), to = sizesOf(op.getType());
  View view = builder.viewOf(op.getInput());
  if (isEmpty(op.getType()))
    return cannotCompile(op, "it has no elements");
  auto strides = viewedAs(to, from, view.strides);
  if (!strides) {
    Layout wished = builder.wishFor(op.getResult(), Layout::rowMajor(to.size()));
    Layout layout = layoutBehind(to, from, wished);
    if (!(layout.growingFirst(from) == layout))
      return cannotCompile(op, mixes);
    view = builder.materialize(op.getInput(), layout);
    strides = viewedAs(to, from, view.strides);
  }
  if (!strides)
    return cannotCompile(op, mixes);
  view.strides = *strides;
  builder.define(op.getResult(), view);
  return success();
}

// Prefers the layout that gives the result's readers theirs; row-major, in which most tensors lie,
// if none of them cares.
static std::optional<Layout> wishOfReshape(Operation *op, unsigned, const Chosen &chosen) {
  Sizes from = sizesOf(op->getOperand(0));
  return chosen.result ? layoutBehind(sizesOf(op->getResult(0)), from, *chosen.result)
                       : Layout::rowMajor(from.size());
}

static LogicalResult lowerTranspose(ProgramBuilder &builder, const Region &region) {
  auto op = cast<TransposeOp>(region.anchor);
  View view = builder.viewOf(op.getInput()), moved = view;
  for (auto [to, from] : llvm::enumerate(op.getPermutation()))
    moved.strides[to] = view.strides[from];
  builder.define(op.getResult(), moved);
  return success();
}

static std::optional<Layout> wishOfTranspose(Operation *op, unsigned, const Chosen &chosen) {
  if (!chosen.result)
    return std::nullopt;
  return chosen.result->permuted(cast<TransposeOp>(op).getPermutation());
}

// Nothing walks a dimension of one element: a stride that would walk it backwards is no reason for
// a reader to refuse the view.
static LogicalResult lowerSlice(ProgramBuilder &builder, const Region &region) {
  auto op = cast<SliceOp>(region.anchor);
  View view = builder.viewOf(op.getInput());
  const Sizes shape = sizesOf(op.getResult());
  for (size_t i = 0; i < view.strides.size(); ++i) {
    view.offset += view.strides[i] * op.startAt(int64_t(i), 1);
    view.strides[i] *= op.getSteps()[i];
    if (shape[i] == fixedSize(1))
      view.strides[i] = std::abs(view.strides[i]);
  }
  builder.define(op.getResult(), view);
  return success();
}

static LogicalResult lowerSplit(ProgramBuilder &builder, const Region &region) {
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
  BodyValue steps =
      rescaleJoined(scalar, rescalingOf(op), q, *quantParams(input.getType()), params);
  qrt::ElementwiseCall call{walk.leading,
                            walk.walk,
                            scalar.finish(steps, params.storage),
                            {{from.operand, walk.access(from.strides, from.offset)}},
                            walk.access(to.strides, to.offset)};
  builder.add(layerName(op), std::move(call), to.operand.index, /*disjoint=*/true);
}

// A copy of elements of one width, into a buffer of the other type.
static LogicalResult lowerBitCast(ProgramBuilder &builder, const Region &region) {
  auto op = cast<BitCastOp>(region.anchor);
  Sizes shape = sizesOf(op.getType());
  Layout layout = builder.wishFor(op.getResult(), Layout::rowMajor(shape.size()));
  View from = builder.viewOf(op.getInput());
  builder.defineResult(op.getResult(), layout);
  builder.addCopy(layerName(op), shape, layout, from, builder.viewOf(op.getResult()));
  return success();
}

static LogicalResult lowerConcat(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ConcatOp>(region.anchor);
  ProgramBuilder::Part place = builder.partFor(op);
  builder.define(op.getResult(), place.view);
  for (Value input : op.getInputs()) {
    if (getElementTypeOrSelf(input.getType()) == getElementTypeOrSelf(op.getType()))
      builder.join(layerName(op), input, place);
    else
      addRequantized(builder, op, input, builder.viewOf(input), place.view, place.layout);
    place.view.offset += sizesOf(input)[op.getAxis()].offset * place.view.strides[op.getAxis()];
  }
  return success();
}

static LogicalResult lowerPad(ProgramBuilder &builder, const Region &region) {
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

void addCopy(OpLowerings &lowerings) {
  lowerings.add<ReshapeOp>({.lower = lowerReshape, .wish = wishOfReshape});
  lowerings.add<TransposeOp>({.lower = lowerTranspose, .wish = wishOfTranspose});
  lowerings.add<SliceOp>({.lower = lowerSlice});
  lowerings.add<SplitOp>({.lower = lowerSplit});
  lowerings.add<ConcatOp>({.lower = lowerConcat});
  lowerings.add<BitCastOp>({.lower = lowerBitCast});
  lowerings.add<PadOp>({.lower = lowerPad});
}

} // namespace qopt

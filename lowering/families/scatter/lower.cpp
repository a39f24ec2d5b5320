#include "lowering/families/lines.h"
#include "lowering/families/op_lowering.h"

#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// The result, for a start the input's elements.
static View copied(ProgramBuilder &builder, Operation *op, const Layout &layout) {
  Value result = op->getResult(0);
  builder.defineResult(result, layout);
  View to = builder.viewOf(result);
  builder.addCopy(layerName(op), sizesOf(result), layout, builder.viewOf(op->getOperand(0)), to);
  return to;
}

static Layout layoutOfResult(ProgramBuilder &builder, Operation *op) {
  Sizes shape = sizesOf(op->getResult(0));
  return builder.wishFor(op->getResult(0), layoutOf(builder.viewOf(op->getOperand(0)), shape))
      .dense();
}

static LogicalResult lowerScatterElements(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ScatterElementsOp>(region.anchor);
  int64_t axis = op.getAxis();
  Sizes shape = sizesOf(op.getType()), from = sizesOf(op.getIndices());
  Layout layout = layoutOfResult(builder, op);
  View to = copied(builder, op, layout), indices = builder.viewOf(op.getIndices()),
       updates = builder.viewOf(op.getUpdates());
  Lines lines(from, layout, [&](int64_t dim) { return dim == axis; });
  qrt::ScatterShape scatter{*qrt::parseScatterKind(op.getReduction().str()),
                            lines.access(indices),
                            lines.access(updates),
                            lines.access(to),
                            indices.strides[axis],
                            0,
                            updates.strides[axis],
                            {to.strides[axis]}};
  builder.add(layerName(op),
              qrt::ScatterCall{scatter,
                               lines.leading,
                               lines.walk,
                               from[axis],
                               {shape[axis]},
                               indices.operand,
                               updates.operand},
              to.operand.index);
  return success();
}

struct Row {
  View view;
  int64_t step;
};

// The value so that one stride walks its first `places` dimensions in row-major order; none where
// another dimension than the first of them grows.
static std::optional<Row> inARow(ProgramBuilder &builder, Value value, int64_t places) {
  Sizes shape = sizesOf(value);
  if (places == 0)
    return Row{builder.viewOf(value), 0};
  auto group = llvm::to_vector(llvm::seq<int64_t>(0, places));
  View view = builder.viewOf(value);
  std::optional<int64_t> stride = collapse(group, view.strides, shape);
  if (!stride) {
    view = builder.materialize(value, Layout::rowMajor(shape.size()).growingFirst(shape));
    stride = collapse(group, view.strides, shape);
  }
  return stride ? std::optional(Row{view, *stride}) : std::nullopt;
}

static LogicalResult lowerScatterNd(ProgramBuilder &builder, const Region &region) {
  auto op = cast<ScatterNdOp>(region.anchor);
  Sizes shape = sizesOf(op.getType()), from = sizesOf(op.getIndices());
  int64_t places = int64_t(from.size()) - 1, tuple = from.back().offset;
  Layout layout = layoutOfResult(builder, op);
  View to = copied(builder, op, layout);
  const std::optional<Row> indexRow = inARow(builder, op.getIndices(), places),
                           updateRow = inARow(builder, op.getUpdates(), places);
  if (!indexRow || !updateRow)
    return cannotCompile(op, "only the first dimension of its indices may grow with the batch");
  const View &indices = indexRow->view, &updates = updateRow->view;
  Lines lines(shape, layout, [&](int64_t dim) { return dim < tuple; });
  qrt::ScatterShape scatter{*qrt::parseScatterKind(op.getReduction().str())};
  scatter.index = lines.access([](int64_t) { return 0; }, indices.offset);
  scatter.update = lines.access([&](int64_t dim) { return updates.strides[dim - tuple + places]; },
                                updates.offset);
  scatter.target = lines.access(to);
  scatter.indexStep = indexRow->step;
  scatter.componentStep = indices.strides[places];
  scatter.updateStep = updateRow->step;
  scatter.targetSteps.assign(to.strides.begin(), to.strides.begin() + tuple);
  qrt::ScatterCall call{
      scatter, lines.leading,   lines.walk,     *productOf(ArrayRef(from).drop_back()),
      {},      indices.operand, updates.operand};
  call.sizes.assign(shape.begin(), shape.begin() + tuple);
  builder.add(layerName(op), std::move(call), to.operand.index);
  return success();
}

void addScatter(OpLowerings &lowerings) {
  lowerings.add<ScatterElementsOp>({.lower = lowerScatterElements});
  lowerings.add<ScatterNdOp>({.lower = lowerScatterNd, .wish = noWish});
}

} // namespace qopt

// Reshape, transpose, concat, slice, split, pad: elements moved, never changed.
#include "lowering/calls/graph_builder.h"

#include "ir/geometry.h"
#include "ir/keys.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Sizes of the walk; dimension 0 is the call's leading extent.
static qrt::StridedWalk walkOf(ArrayRef<Dim> shape) {
  qrt::StridedWalk walk;
  for (Dim dim : shape)
    walk.sizes.push_back(dim.isStatic() ? dim.offset : 1);
  if (shape.empty())
    walk.sizes.push_back(1);
  return walk;
}

static qrt::Extent leadingOf(ArrayRef<Dim> shape) {
  return shape.empty() ? qrt::Extent{0, 1} : extentOf(shape[0]);
}

// Dimensions are walked in the result's logical order: strides say where.
static void addCopy(GraphBuilder &graph, Operation *op, qrt::Operand from,
                    qrt::StridedAccess source, qrt::StridedAccess target, ArrayRef<Dim> shape,
                    uint32_t output, bool disjoint) {
  qrt::CopyCall copy{leadingOf(shape), walkOf(shape), from, std::move(source), std::move(target)};
  graph.add(layerName(op), std::move(copy), output, disjoint);
}

static LogicalResult emitReshape(GraphBuilder &graph, ReshapeOp op) {
  Location from = graph.materialize(op.getInput(), Layout::Logical);
  graph.define(op.getResult(), {from.operand, Layout::Logical});
  return success();
}

static LogicalResult emitTranspose(GraphBuilder &graph, TransposeOp op) {
  Location from = graph.locationOf(op.getInput());
  std::vector<int64_t> strides = GraphBuilder::logicalStrides(op.getInput().getType(), from.layout);
  qrt::StridedAccess source;
  for (int64_t axis : op.getPermutation())
    source.strides.push_back(strides[axis]);
  uint32_t output = graph.defineResult(op.getResult());
  Layout layout = GraphBuilder::preferredLayout(op.getType());
  addCopy(graph, op, from.operand, source, {GraphBuilder::logicalStrides(op.getType(), layout)},
          symbolicShape(op.getType()), output, false);
  return success();
}

static LogicalResult emitSlice(GraphBuilder &graph, SliceOp op) {
  Location from = graph.locationOf(op.getInput());
  std::vector<int64_t> strides = GraphBuilder::logicalStrides(op.getInput().getType(), from.layout);
  qrt::StridedAccess source;
  for (size_t i = 0; i < strides.size(); ++i) {
    source.strides.push_back(strides[i] * op.getSteps()[i]);
    source.offset += strides[i] * op.getStarts()[i];
  }
  uint32_t output = graph.defineResult(op.getResult());
  Layout layout = GraphBuilder::preferredLayout(op.getType());
  addCopy(graph, op, from.operand, source, {GraphBuilder::logicalStrides(op.getType(), layout)},
          symbolicShape(op.getType()), output, false);
  return success();
}

// Each part lies where its result wants it.
static LogicalResult emitSplit(GraphBuilder &graph, SplitOp op) {
  Location from = graph.locationOf(op.getInput());
  std::vector<int64_t> strides = GraphBuilder::logicalStrides(op.getInput().getType(), from.layout);
  int64_t start = 0;
  for (auto [result, size] : llvm::zip_equal(op.getResults(), op.getSizes())) {
    uint32_t output = graph.defineResult(result);
    Layout layout = GraphBuilder::preferredLayout(result.getType());
    addCopy(graph, op, from.operand, {strides, start * strides[op.getAxis()]},
            {GraphBuilder::logicalStrides(result.getType(), layout)}, symbolicShape(result), output,
            false);
    start += size;
  }
  return success();
}

// An operand with other parameters than the result's is requantized on the way.
static LogicalResult emitConcat(GraphBuilder &graph, ConcatOp op) {
  uint32_t output = graph.defineResult(op.getResult());
  Layout layout = GraphBuilder::preferredLayout(op.getType());
  std::vector<int64_t> strides = GraphBuilder::logicalStrides(op.getType(), layout);
  int64_t offset = 0;
  for (Value input : op.getInputs()) {
    SymbolicShape shape = symbolicShape(input);
    Dim size = shape[op.getAxis()];
    if (!size.isStatic())
      return op.emitError() << "layer '" << layerName(op) << "': concat along the batch";
    Location from = graph.locationOf(input);
    qrt::StridedAccess source{GraphBuilder::logicalStrides(input.getType(), from.layout)};
    qrt::StridedAccess target{strides, offset * strides[op.getAxis()]};
    offset += size.offset;
    auto to = quantParams(op.getType());
    if (!to || *to == *quantParams(input.getType())) {
      addCopy(graph, op, from.operand, source, target, shape, output, true);
      continue;
    }
    qrt::ScalarBuilder scalar;
    BodyValue q = scalar.input({qrt::ScalarInputKind::Tensor, *storageType(input.getType()), 0});
    BodyValue steps = rescale(scalar, q, *quantParams(input.getType()), *to);
    qrt::ElementwiseCall call{leadingOf(shape),
                              walkOf(shape),
                              scalar.finish(steps, to->storage),
                              {{from.operand, source}},
                              target};
    graph.add(layerName(op), std::move(call), output, /*disjoint=*/true);
  }
  return success();
}

static LogicalResult emitPad(GraphBuilder &graph, PadOp op) {
  uint32_t output = graph.defineResult(op.getResult());
  Layout layout = GraphBuilder::preferredLayout(op.getType());
  qrt::FillCall fill{extentOf(*productOf(symbolicShape(op.getType()))),
                     borderBits(op.getType(), op.getValue().convertToFloat())};
  graph.add(layerName(op), fill, output);
  Location from = graph.locationOf(op.getInput());
  qrt::StridedAccess target{GraphBuilder::logicalStrides(op.getType(), layout)};
  for (auto [stride, low] : llvm::zip_equal(target.strides, op.getLow()))
    target.offset += stride * low;
  addCopy(graph, op, from.operand,
          {GraphBuilder::logicalStrides(op.getInput().getType(), from.layout)}, target,
          symbolicShape(op.getInput()), output, false);
  return success();
}

LogicalResult emitMove(GraphBuilder &graph, Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ReshapeOp o) { return emitReshape(graph, o); })
      .Case([&](TransposeOp o) { return emitTranspose(graph, o); })
      .Case([&](SliceOp o) { return emitSlice(graph, o); })
      .Case([&](SplitOp o) { return emitSplit(graph, o); })
      .Case([&](ConcatOp o) { return emitConcat(graph, o); })
      .Case([&](PadOp o) { return emitPad(graph, o); })
      .Default([](Operation *o) {
        return o->emitError() << "layer '" << layerName(o) << "': '" << o->getName()
                              << "' cannot be compiled";
      });
}

} // namespace qopt

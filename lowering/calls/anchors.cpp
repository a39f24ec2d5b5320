// Convolutions, matrix products, pools, reductions, softmax → calls.
#include "lowering/calls/graph_builder.h"

#include "ir/accumulate.h"
#include "ir/geometry.h"
#include "ir/keys.h"
#include "ir/weights.h"

#include <limits>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static const EpilogueSpace imageSpace{{SmallVector<int64_t, 4>{0}, {2, 3}, {1}},
                                      Layout::ChannelsLast};

static SmallVector<int64_t, 4> dims(int64_t begin, int64_t end) {
  return llvm::to_vector<4>(llvm::seq<int64_t>(begin, end));
}

static LogicalResult unsupported(Operation *op, const Twine &why) {
  return op->emitError() << "layer '" << layerName(op) << "': " << why;
}

// The call with its region's epilogue, into a buffer of the space's layout.
template <typename Call>
static LogicalResult finish(GraphBuilder &graph, const Region &region, Call call,
                            qrt::ElementType accumulator, const EpilogueSpace &space) {
  FailureOr<qrt::CallEpilogue> epilogue = buildEpilogue(graph, region, accumulator, space);
  if (failed(epilogue))
    return failure();
  call.epilogue = std::move(*epilogue);
  Value value = region.result();
  uint32_t output = graph.newBuffer(value, space.layout);
  graph.define(value, {{qrt::Operand::Space::Buffer, output}, space.layout});
  graph.add(layerName(region.root()), std::move(call), output);
  return success();
}

// i32 sums must not wrap: with constant weights that can be proved.
static LogicalResult proveNoOverflow(Operation *op, Value input, const qrt::Tensor &weights,
                                     int64_t axis, Value bias) {
  auto params = quantParams(input.getType());
  if (!params)
    return success();
  std::optional<qrt::Tensor> integers;
  if (bias && !isF32(bias.getType()))
    integers = constantTensor(bias);
  bool wide = accumulatorType(input.getType()) == qrt::ElementType::I64;
  int64_t limit =
      wide ? std::numeric_limits<int64_t>::max() - 1 : int64_t(std::numeric_limits<int32_t>::max());
  int64_t bound = accumulatorBound(*params, weights, axis, integers ? &*integers : nullptr);
  if (bound <= limit)
    return success();
  return unsupported(op, "the accumulator may reach " + Twine(bound) + ", more than " +
                             (wide ? "64" : "32") + " bits hold; leave this layer in float");
}

LogicalResult emitConv(GraphBuilder &graph, const Region &region) {
  auto op = cast<Conv2dOp>(region.anchor);
  std::optional<qrt::Tensor> weights = constantTensor(op.getWeights());
  if (!weights)
    return unsupported(op, "weights must be constant (try --fold-constants)");
  if (failed(proveNoOverflow(op, op.getInput(), *weights, 0, op.getBias())))
    return failure();
  qrt::Conv2dCall call;
  call.shape = geometryOf(op);
  call.samples = extentOf(symbolicShape(op.getType())[0]);
  call.inputType = quantizedInput(op.getInput().getType());
  call.weightType = weights->type();
  call.input = graph.materialize(op.getInput(), Layout::ChannelsLast).operand;
  call.weights = graph.constant(*storedConstant(op.getWeights()));
  return finish(graph, region, std::move(call), accumulatorType(op.getInput().getType()),
                imageSpace);
}

static FailureOr<qrt::Operand> matmulFactor(GraphBuilder &graph, MatmulOp op) {
  std::optional<qrt::Tensor> b = constantTensor(op.getB());
  if (!b)
    return graph.materialize(op.getB(), Layout::Logical).operand;
  int64_t axis = op.quantizationRule().weightAxis;
  if (failed(proveNoOverflow(op, op.getA(), *b, axis, op.getBias())))
    return failure();
  return qrt::Operand{qrt::Operand::Space::Constant, graph.constant(*storedConstant(op.getB()))};
}

LogicalResult emitMatmul(GraphBuilder &graph, const Region &region) {
  auto op = cast<MatmulOp>(region.anchor);
  FailureOr<qrt::Operand> factor = matmulFactor(graph, op);
  if (failed(factor))
    return failure();
  SymbolicShape result = symbolicShape(op.getType()), a = symbolicShape(op.getA());
  int64_t rank = result.size();
  bool shared = cast<RankedTensorType>(op.getB().getType()).getRank() == 2;
  // A shared b sees all of a's rows as one matrix.
  int64_t rowsBegin = shared ? 0 : rank - 2;
  std::optional<Dim> batch = productOf(ArrayRef(result).take_front(rowsBegin));
  std::optional<Dim> rows = productOf(ArrayRef(result).slice(rowsBegin, rank - 1 - rowsBegin));
  if (!batch || !rows)
    return unsupported(op, "only one dimension may grow with the batch");
  qrt::MatmulCall call;
  call.shape = {a.back().offset, result.back().offset, op.getTransposeB(), shared};
  call.batch = extentOf(*batch);
  call.rows = extentOf(*rows);
  call.inputType = quantizedInput(op.getA().getType());
  call.bType = quantizedInput(op.getB().getType());
  call.a = graph.materialize(op.getA(), Layout::Logical).operand;
  call.b = *factor;
  EpilogueSpace space{{dims(0, rowsBegin), dims(rowsBegin, rank - 1), dims(rank - 1, rank)},
                      Layout::Logical};
  return finish(graph, region, std::move(call), accumulatorType(op.getA().getType()), space);
}

LogicalResult emitPool(GraphBuilder &graph, const Region &region) {
  Operation *op = region.anchor;
  qrt::Pool2dCall call;
  if (auto max = dyn_cast<MaxPool2dOp>(op))
    call.shape = geometryOf(max);
  else
    call.shape = geometryOf(cast<AvgPool2dOp>(op));
  Value input = op->getOperand(0);
  call.samples = extentOf(symbolicShape(input)[0]);
  call.inputType = quantizedInput(input.getType());
  call.input = graph.materialize(input, Layout::ChannelsLast).operand;
  bool sums = call.shape.kind == qrt::PoolKind::Average;
  return finish(graph, region, std::move(call), pooledType(input.getType(), sums), imageSpace);
}

// Physical dimensions outermost first.
static SmallVector<int64_t, 4> orderOf(int64_t rank, Layout layout) {
  return layout == Layout::ChannelsLast ? SmallVector<int64_t, 4>{0, 2, 3, 1} : dims(0, rank);
}

namespace {
// A reduction as [outer, reduced, inner] of one layout of its input.
struct ReductionSplit {
  Layout layout;
  SmallVector<int64_t, 4> outer, inner; // logical input dimensions kept
};
} // namespace

// The reduced dimensions must lie side by side, and the kept ones in an order
// that is also a layout of the result.
static std::optional<ReductionSplit> splitReduction(Value input, ArrayRef<int64_t> axes,
                                                    bool keepDims, Layout layout) {
  int64_t rank = symbolicShape(input).size();
  ReductionSplit split{layout, {}, {}};
  bool seen = false;
  int64_t left = axes.size();
  for (int64_t dim : orderOf(rank, layout)) {
    if (llvm::is_contained(axes, dim)) {
      seen = true;
      --left;
      continue;
    }
    if (seen && left > 0)
      return std::nullopt;
    (seen ? split.inner : split.outer).push_back(dim);
  }
  SmallVector<int64_t, 4> kept = split.outer;
  kept.append(split.inner);
  // A rank-4 result is channels last as its input was; others are row-major.
  bool rowMajor = llvm::is_sorted(kept);
  if (rank == 4 && keepDims)
    return layout == Layout::ChannelsLast || rowMajor ? std::optional(split) : std::nullopt;
  return rowMajor ? std::optional(split) : std::nullopt;
}

static qrt::ReduceKind reduceKind(Operation *op) {
  return isa<ReduceMaxOp>(op) ? qrt::ReduceKind::Max : qrt::ReduceKind::Sum;
}

LogicalResult emitReduction(GraphBuilder &graph, const Region &region) {
  Operation *op = region.anchor;
  Value input = op->getOperand(0);
  ArrayRef<int64_t> axes = op->getAttrOfType<DenseI64ArrayAttr>("axes");
  bool keepDims = op->hasAttr("keep_dims");
  SymbolicShape shape = symbolicShape(input);
  auto split =
      splitReduction(input, axes, keepDims, GraphBuilder::preferredLayout(input.getType()));
  if (!split)
    split = splitReduction(input, axes, keepDims, Layout::Logical);
  if (!split)
    return unsupported(op, "these axes do not lie side by side; transpose them together first");
  auto product = [&](ArrayRef<int64_t> of) {
    Dim total = staticDim(1);
    for (int64_t dim : of)
      total = *multiply(total, shape[dim]);
    return total;
  };
  qrt::ReduceCall call;
  call.shape = {reduceKind(op), product(axes).offset, product(split->inner).offset};
  call.outer = extentOf(product(split->outer));
  call.inputType = quantizedInput(input.getType());
  call.input = graph.materialize(input, split->layout).operand;
  // Coordinates in the result's dimensions.
  auto renumber = [&](ArrayRef<int64_t> kept) {
    SmallVector<int64_t, 4> numbers;
    for (int64_t dim : kept)
      numbers.push_back(keepDims ? dim
                                 : dim - llvm::count_if(axes, [&](int64_t a) { return a < dim; }));
    return numbers;
  };
  EpilogueSpace space{{renumber(split->outer), {}, renumber(split->inner)},
                      keepDims ? split->layout : Layout::Logical};
  bool sums = call.shape.kind == qrt::ReduceKind::Sum;
  return finish(graph, region, std::move(call), pooledType(input.getType(), sums), space);
}

LogicalResult emitSoftmax(GraphBuilder &graph, const Region &region) {
  auto op = cast<SoftmaxOp>(region.anchor);
  Value input = op.getInput();
  SymbolicShape shape = symbolicShape(input);
  int64_t rank = shape.size(), axis = op.getAxis();
  Layout layout = rank == 4 && axis == 1 ? Layout::ChannelsLast : Layout::Logical;
  SmallVector<int64_t, 4> order = orderOf(rank, layout);
  if (order.back() != axis)
    return unsupported(op, "softmax runs along the last axis, or the channels of an image; "
                           "transpose first");
  Dim outer = staticDim(1);
  for (int64_t dim : ArrayRef(order).drop_back())
    outer = *multiply(outer, shape[dim]);
  qrt::SoftmaxCall call;
  call.outer = extentOf(outer);
  call.axis = shape[axis].offset;
  call.input = graph.materialize(input, layout).operand;
  EpilogueSpace space{{SmallVector<int64_t, 4>(order.begin(), order.end() - 1), {}, {axis}},
                      layout};
  return finish(graph, region, std::move(call), qrt::ElementType::F32, space);
}

} // namespace qopt

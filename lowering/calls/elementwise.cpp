// Regions without an anchor → one walk over the result.
#include "lowering/calls/graph_builder.h"

#include "ir/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {
// Logical dimensions of the result in the order of the walk, outermost first.
struct WalkOrder {
  SymbolicShape shape;
  SmallVector<int64_t, 4> order;

  WalkOrder(Type type, Layout layout) : shape(symbolicShape(type)) {
    order = llvm::to_vector<4>(llvm::seq<int64_t>(0, shape.size()));
    if (layout == Layout::ChannelsLast)
      order = {0, 2, 3, 1};
  }
  qrt::StridedAccess access(ArrayRef<int64_t> strides) const {
    qrt::StridedAccess access;
    for (int64_t dim : order)
      access.strides.push_back(strides[dim]);
    if (order.empty())
      access.strides.push_back(0);
    return access;
  }
  qrt::StridedWalk walk() const {
    qrt::StridedWalk walk;
    for (int64_t dim : order)
      walk.sizes.push_back(shape[dim].isStatic() ? shape[dim].offset : 1);
    if (order.empty())
      walk.sizes.push_back(1);
    return walk;
  }
  qrt::Extent leading() const { return order.empty() ? qrt::Extent{0, 1} : extentOf(shape[0]); }
};

class WalkReader {
public:
  WalkReader(GraphBuilder &graph, const Region &region, qrt::ScalarBuilder &scalar,
             const WalkOrder &order, qrt::ElementwiseCall &call)
      : graph(graph), region(region), scalar(scalar), order(order), call(call) {}

  BodyValue read(Operation *op, unsigned index) {
    Value value = op->getOperand(index);
    if (region.isInternal(value))
      return asStored(scalar, previous, value.getType());
    Location location = graph.locationOf(value);
    std::vector<int64_t> strides(order.shape.size(), 0);
    int64_t axis = cast<ScalarBodyOpInterface>(op).operandAxis(index);
    if (axis >= 0)
      strides[axis] = 1;
    else
      broadcast(value.getType(), location.layout, strides);
    return bind(location.operand, *storageType(value.getType()), strides);
  }

  // A per-axis conversion's scales, along the quantized axis.
  uint32_t bindChannel(const qrt::Tensor &values, int64_t axis) {
    std::vector<int64_t> strides(order.shape.size(), 0);
    strides[axis] = 1;
    call.tensors.push_back(
        {{qrt::Operand::Space::Constant, graph.constant(values)}, order.access(strides)});
    return uint32_t(call.tensors.size() - 1);
  }

  BodyValue previous{};

private:
  void broadcast(Type type, Layout layout, std::vector<int64_t> &strides) {
    SymbolicShape own = symbolicShape(type);
    std::vector<int64_t> dense = GraphBuilder::logicalStrides(type, layout);
    for (auto [i, dim] : llvm::enumerate(own))
      if (dim != staticDim(1))
        strides[strides.size() - own.size() + i] = dense[i];
  }

  BodyValue bind(qrt::Operand operand, qrt::ElementType storage, ArrayRef<int64_t> strides) {
    qrt::StridedAccess access = order.access(strides);
    for (auto [i, tensor] : llvm::enumerate(call.tensors))
      if (tensor.operand == operand && tensor.access.strides == access.strides)
        return scalar.input({qrt::ScalarInputKind::Tensor, storage, uint32_t(i)});
    call.tensors.push_back({operand, access});
    return scalar.input({qrt::ScalarInputKind::Tensor, storage, uint32_t(call.tensors.size() - 1)});
  }

  GraphBuilder &graph;
  const Region &region;
  qrt::ScalarBuilder &scalar;
  const WalkOrder &order;
  qrt::ElementwiseCall &call;
};
} // namespace

LogicalResult emitElementwise(GraphBuilder &graph, const Region &region) {
  Value result = region.result();
  Layout layout = GraphBuilder::preferredLayout(result.getType());
  WalkOrder order(result.getType(), layout);
  qrt::ElementwiseCall call;
  call.leading = order.leading();
  call.walk = order.walk();
  call.output = order.access(GraphBuilder::logicalStrides(result.getType(), layout));
  qrt::ScalarBuilder scalar;
  WalkReader reader(graph, region, scalar, order, call);
  for (Operation *op : region.bodies) {
    BodyBuilder body(
        scalar,
        [&](const qrt::Tensor &values) { return reader.bindChannel(values, quantizedAxis(op)); },
        [&](unsigned i) { return reader.read(op, i); });
    reader.previous = cast<ScalarBodyOpInterface>(op).buildBody(body);
  }
  call.program = scalar.finish(reader.previous, *storageType(result.getType()));
  for (qrt::ScalarInput &input : call.program.inputs)
    input.kind = qrt::ScalarInputKind::Tensor;
  graph.add(layerName(region.root()), std::move(call), graph.defineResult(result));
  return success();
}

} // namespace qopt

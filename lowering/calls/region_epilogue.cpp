// A fused region's bodies, composed into one scalar program.
#include "lowering/calls/graph_builder.h"

#include "ir/keys.h"
#include "ir/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// The one number of a single-element constant.
static std::optional<BodyValue> scalarConstant(qrt::ScalarBuilder &scalar, Value value) {
  std::optional<qrt::Tensor> tensor = constantTensor(value);
  if (!tensor || tensor->size() != 1)
    return std::nullopt;
  std::optional<qrt::ScalarType> type = qrt::loadedType(tensor->type());
  if (!type)
    return std::nullopt;
  return qrt::visitValues(*tensor, [&](auto values) {
    switch (*type) {
    case qrt::ScalarType::F32: return scalar.constant(float(values[0]));
    case qrt::ScalarType::I32: return scalar.constant(int32_t(values[0]));
    case qrt::ScalarType::I64: break;
    }
    return scalar.constant64(int64_t(values[0]));
  });
}

// Stride of a group of logical dimensions walked in row-major order; none
// unless they are nested densely, or all broadcast.
static std::optional<int64_t> collapse(ArrayRef<int64_t> group, ArrayRef<int64_t> strides,
                                       ArrayRef<Dim> shape) {
  int64_t stride = 0, extent = 1;
  for (int64_t dim : llvm::reverse(group)) {
    if (shape[dim] == staticDim(1))
      continue;
    if (stride == 0)
      stride = strides[dim];
    if (strides[dim] != stride * extent)
      return std::nullopt;
    extent *= shape[dim].isStatic() ? shape[dim].offset : 1;
  }
  return stride;
}

namespace {
// Binds what the bodies of one region read.
class EpilogueReader {
public:
  EpilogueReader(GraphBuilder &graph, const Region &region, qrt::ScalarBuilder &scalar,
                 const EpilogueSpace &space)
      : graph(graph), region(region), scalar(scalar), space(space) {}

  BodyValue read(Operation *op, unsigned index) {
    Value value = op->getOperand(index);
    if (region.isInternal(value))
      return asStored(scalar, previous, value.getType());
    if (auto number = scalarConstant(scalar, value))
      return *number;
    std::array<int64_t, 3> strides = stridesFor(op, index);
    qrt::ElementType storage = *storageType(value.getType());
    if (auto tensor = constantTensor(value); tensor && strides == std::array<int64_t, 3>{0, 0, 1})
      return scalar.input({qrt::ScalarInputKind::Channel, storage, channel(*tensor)});
    epilogue.tensors.push_back({operandOf(value), strides});
    return scalar.input(
        {qrt::ScalarInputKind::Tensor, storage, uint32_t(epilogue.tensors.size() - 1)});
  }

  uint32_t channel(const qrt::Tensor &values) {
    epilogue.channels.push_back(graph.constant(values.reshaped({values.size()})));
    return uint32_t(epilogue.channels.size() - 1);
  }

  BodyValue previous{};
  qrt::CallEpilogue epilogue;
  Operation *misfit = nullptr; // whose operand does not follow the coordinates

private:
  // Constants stay as they are; others lie as the anchor writes its result.
  Layout layoutOf(Value value) {
    bool image = cast<RankedTensorType>(value.getType()).getRank() == 4;
    return image && !value.getDefiningOp<ConstantOp>() ? space.layout : Layout::Logical;
  }
  qrt::Operand operandOf(Value value) { return graph.materialize(value, layoutOf(value)).operand; }

  std::array<int64_t, 3> stridesFor(Operation *op, unsigned index) {
    Value value = op->getOperand(index);
    SymbolicShape result = symbolicShape(op->getResult(0));
    std::vector<int64_t> strides(result.size(), 0);
    int64_t axis = cast<ScalarBodyOpInterface>(op).operandAxis(index);
    if (axis >= 0) {
      strides[axis] = 1;
    } else {
      SymbolicShape own = symbolicShape(value);
      std::vector<int64_t> dense = GraphBuilder::logicalStrides(value.getType(), layoutOf(value));
      for (auto [i, dim] : llvm::enumerate(own))
        if (dim != staticDim(1))
          strides[result.size() - own.size() + i] = dense[i];
    }
    std::array<int64_t, 3> coordinates{};
    for (unsigned i = 0; i < 3; ++i) {
      if (auto stride = collapse(space.groups[i], strides, result))
        coordinates[i] = *stride;
      else
        misfit = op;
    }
    return coordinates;
  }

  GraphBuilder &graph;
  const Region &region;
  qrt::ScalarBuilder &scalar;
  const EpilogueSpace &space;
};
} // namespace

FailureOr<qrt::CallEpilogue> buildEpilogue(GraphBuilder &graph, const Region &region,
                                           qrt::ElementType accumulator,
                                           const EpilogueSpace &space) {
  qrt::ScalarBuilder scalar;
  EpilogueReader reader(graph, region, scalar, space);
  SmallVector<Operation *> ops{region.anchor};
  ops.append(region.bodies.begin(), region.bodies.end());
  for (Operation *op : ops) {
    BodyBuilder body(
        scalar, [&](const qrt::Tensor &t) { return reader.channel(t); },
        [&](unsigned i) { return reader.read(op, i); },
        op == region.anchor ? std::optional(scalar.accumulator(accumulator)) : std::nullopt);
    reader.previous = cast<ScalarBodyOpInterface>(op).buildBody(body);
  }
  if (reader.misfit)
    return reader.misfit->emitError() << "layer '" << layerName(reader.misfit)
                                      << "' reads an operand that cannot join the kernel of '"
                                      << layerName(region.anchor) << "'";
  reader.epilogue.program = scalar.finish(reader.previous, *storageType(region.result().getType()));
  return std::move(reader.epilogue);
}

} // namespace qopt

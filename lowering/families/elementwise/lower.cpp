// Regions without an anchor → one walk over the result.
#include "lowering/families/op_lowering.h"

#include "ir/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {
// Binds what the bodies of one region read.
class WalkReader {
public:
  WalkReader(ProgramBuilder &builder, const Region &region, qrt::ScalarBuilder &scalar,
             const Walk &walk, qrt::ElementwiseCall &call)
      : builder(builder), region(region), scalar(scalar), walk(walk), call(call) {}

  BodyValue read(Operation *op, unsigned index) {
    Value value = op->getOperand(index);
    if (region.isInternal(value))
      return previous;
    View view = builder.viewOf(value);
    return bind(view.operand, *storageType(value.getType()),
                walk.access(broadcastStrides(op, index, view.strides), view.offset));
  }

  // A per-axis conversion's scales, along the quantized axis.
  uint32_t bindChannel(const qrt::Tensor &values, int64_t axis) {
    SmallVector<int64_t, 6> strides(walk.order.size(), 0);
    strides[axis] = 1;
    call.tensors.push_back(
        {{qrt::Operand::Space::Constant, builder.constant(values)}, walk.access(strides)});
    return uint32_t(call.tensors.size() - 1);
  }

  BodyValue previous{};

private:
  BodyValue bind(qrt::Operand operand, qrt::ElementType storage, qrt::StridedAccess access) {
    for (auto [i, tensor] : llvm::enumerate(call.tensors))
      if (tensor.operand == operand && tensor.access == access)
        return scalar.input({qrt::ScalarInputKind::Tensor, storage, uint32_t(i)});
    call.tensors.push_back({operand, std::move(access)});
    return scalar.input({qrt::ScalarInputKind::Tensor, storage, uint32_t(call.tensors.size() - 1)});
  }

  ProgramBuilder &builder;
  const Region &region;
  qrt::ScalarBuilder &scalar;
  const Walk &walk;
  qrt::ElementwiseCall &call;
};
} // namespace

// As the first operand of the result's shape lies.
static Layout naturalLayout(ProgramBuilder &builder, const Region &region) {
  SymbolicShape shape = symbolicShape(region.result());
  for (Value operand : region.bodies.front()->getOperands())
    if (symbolicShape(operand) == shape && !operand.getDefiningOp<ConstantOp>())
      return layoutOf(builder.viewOf(operand), shape);
  return Layout::rowMajor(shape.size());
}

LogicalResult lowerElementwise(ProgramBuilder &builder, const Region &region) {
  Value result = region.result();
  SymbolicShape shape = symbolicShape(result);
  Layout layout = builder.wishFor(result, naturalLayout(builder, region));
  Walk walk(shape, layout);
  qrt::ElementwiseCall call;
  call.leading = walk.leading;
  call.walk = walk.walk;
  call.output = walk.access(layout.strides(shape));
  qrt::ScalarBuilder scalar;
  WalkReader reader(builder, region, scalar, walk, call);
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
  builder.add(layerName(region.root()), std::move(call), builder.defineResult(result, layout));
  return success();
}

} // namespace qopt

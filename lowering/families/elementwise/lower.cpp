// Regions without an anchor → one walk over the result.
#include "lowering/build/tabulated.h"
#include "lowering/families/op_lowering.h"

#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {
using Kind = qrt::ScalarInputKind;
using Argument = qrt::ScalarBuilder::Argument;

// Binds what the bodies of one region read.
class WalkReader {
public:
  WalkReader(ProgramBuilder &builder, qrt::ScalarBuilder &scalar, const Walk &walk,
             qrt::ElementwiseCall &call)
      : builder(builder), scalar(scalar), walk(walk), call(call) {}

  void append(Operation *op) {
    Body body = bodyOf(op);
    values[op->getResult(0)] = inlineBody(
        scalar, body, [&](const qrt::ScalarInput &input) { return bind(op, body, input); });
  }

  /// Returns the scalar value that the program has computed for `value`.
  BodyValue computed(Value value) const { return values.at(value); }

private:
  Argument bind(Operation *op, const Body &body, const qrt::ScalarInput &input) {
    switch (input.kind) {
    case Kind::Tensor: return read(op, input.index);
    case Kind::Channel: return channel(body.channels[input.index], quantizedAxis(op));
    case Kind::Indexed: return indexed(builder.storedOf(op->getOperand(input.index)));
    case Kind::Coordinate: {
      auto at = llvm::find(walk.order, int64_t(input.index));
      return qrt::ScalarInput{Kind::Coordinate, input.storage, uint32_t(at - walk.order.begin())};
    }
    case Kind::Size: return add(call.sizes, *body.sizes[input.index].extent(), input);
    case Kind::Accumulator:
    case Kind::Count: break;
    }
    assert(false && "elementwise bodies have no anchor");
    return BodyValue{};
  }

  Argument read(Operation *op, unsigned index) {
    Value value = op->getOperand(index);
    if (auto known = values.find(value); known != values.end())
      return Argument(asStored(scalar, known->second, value.getType()));
    value = builder.storedOf(value);
    View view = builder.viewOf(value);
    qrt::ElementwiseOperandRef tensor{
        view.operand, walk.access(broadcastStrides(op, index, view.strides), view.offset)};
    return add(call.tensors, tensor, {Kind::Tensor, *storageType(value.getType())});
  }

  // A per-axis conversion's scales, along the quantized axis; others' along dimension 1.
  Argument channel(const qrt::Tensor &values, int64_t axis) {
    SmallVector<int64_t, 6> strides(walk.order.size(), 0);
    strides[axis < 0 ? 1 : axis] = 1;
    qrt::ElementwiseOperandRef tensor{{qrt::Operand::Space::Constant, builder.constant(values)},
                                      walk.access(strides)};
    return add(call.tensors, tensor, {Kind::Tensor, values.type()});
  }

  Argument indexed(Value value) {
    View view = builder.viewOf(value);
    qrt::IndexedOperandRef operand{view.operand, {}, {{}, view.offset}};
    operand.access.strides.assign(view.strides.begin(), view.strides.end());
    for (qrt::Extent dim : sizesOf(value))
      operand.sizes.push_back(dim);
    return add(call.indexed, operand, {Kind::Indexed, *storageType(value.getType())});
  }

  // `input` with the position of `item`, which a list holds once.
  template <typename Item>
  static qrt::ScalarInput add(std::vector<Item> &list, const Item &item, qrt::ScalarInput input) {
    auto known = llvm::find(list, item);
    input.index = uint32_t(known - list.begin());
    if (known == list.end())
      list.push_back(item);
    return input;
  }

  ProgramBuilder &builder;
  qrt::ScalarBuilder &scalar;
  const Walk &walk;
  qrt::ElementwiseCall &call;
  llvm::DenseMap<Value, BodyValue> values;
};
} // namespace

// Returns the layout of the first operand that has the result's shape and is no constant; else
// row-major.
static Layout naturalLayout(ProgramBuilder &builder, const Region &region) {
  Sizes shape = sizesOf(region.result());
  auto first = cast<ScalarBodyOpInterface>(region.bodies.front());
  for (auto [i, operand] : llvm::enumerate(first->getOperands()))
    if (sizesOf(operand) == shape && !operand.getDefiningOp<ConstantOp>() && !first.loadsOperand(i))
      return layoutOf(builder.viewOf(builder.storedOf(operand)), shape);
  return Layout::rowMajor(shape.size());
}

static LogicalResult lowerElementwise(ProgramBuilder &builder, const Region &region) {
  Value result = region.result();
  Sizes shape = sizesOf(result);
  const std::optional<ProgramBuilder::Part> part = builder.partFor(result);
  Layout layout = part ? part->layout : builder.wishFor(result, naturalLayout(builder, region));
  Walk walk(shape, layout);
  qrt::ElementwiseCall call;
  call.leading = walk.leading;
  call.walk = walk.walk;
  call.output = part ? walk.access(part->view.strides, part->view.offset)
                     : walk.access(layout.strides(shape));
  qrt::ScalarBuilder scalar;
  WalkReader reader(builder, scalar, walk, call);
  for (Operation *op : region.bodies)
    reader.append(op);
  call.program = tabulated(scalar.finish(reader.computed(result), *storageType(result.getType())));
  const uint32_t buffer = part ? part->view.operand.index : builder.defineResult(result, layout);
  if (part)
    builder.define(result, part->view);
  builder.add(layerName(region.root()), std::move(call), buffer);
  return success();
}

void addElementwise(OpLowerings &lowerings) {
  lowerings.addWhere(isElementwise, {.lower = lowerElementwise, .widens = true});
}

} // namespace qopt

// A fused region's bodies, composed into one scalar program over its anchor's results.
#include "lowering/build/program_builder.h"
#include "lowering/build/tabulated.h"

#include "ir/values/keys.h"
#include "ir/values/weights.h"

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

std::optional<qrt::EpilogueStrides> EpilogueGroups::strides(ArrayRef<int64_t> strides,
                                                            ArrayRef<qrt::Extent> shape) const {
  std::array<int64_t, 4> found{};
  for (auto [i, group] : llvm::enumerate(dims)) {
    std::optional<int64_t> stride = collapse(group, strides, shape);
    if (!stride)
      return std::nullopt;
    found[i] = *stride;
  }
  return qrt::EpilogueStrides{found[0], found[2], found[3], found[1]};
}

namespace {
using Kind = qrt::ScalarInputKind;
using Argument = qrt::ScalarBuilder::Argument;

// Binds what the bodies of one region read.
class EpilogueReader {
public:
  EpilogueReader(ProgramBuilder &builder, qrt::ScalarBuilder &scalar, const EpilogueGroups &groups,
                 const Layout &layout)
      : builder(builder), scalar(scalar), groups(groups), layout(layout) {}

  void append(Operation *op) {
    Body body = bodyOf(op);
    auto bound = [&](const qrt::ScalarInput &input) -> Argument {
      if (input.kind == Kind::Tensor)
        return read(op, input.index);
      if (input.kind == Kind::Channel)
        return qrt::ScalarInput{input.kind, input.storage, channel(body.channels[input.index], "")};
      return input;
    };
    values[op->getResult(0)] = inlineBody(scalar, body, bound);
  }

  /// Returns the scalar value that the program has computed for `value`.
  BodyValue computed(Value value) const { return values.at(value); }

  qrt::CallEpilogue epilogue;
  Operation *misfit = nullptr; // whose operand does not follow the coordinates

private:
  Argument read(Operation *op, unsigned index) {
    Value value = op->getOperand(index);
    if (auto known = values.find(value); known != values.end())
      return asStored(scalar, known->second, value.getType());
    value = builder.storedOf(value);
    if (auto number = scalarConstant(scalar, value))
      return *number;
    auto [operand, strides] = bind(op, index);
    qrt::ElementType storage = *storageType(value.getType());
    if (auto tensor = constantTensor(value);
        tensor && strides == qrt::EpilogueStrides{.channel = 1})
      return qrt::ScalarInput{Kind::Channel, storage, channel(*tensor, keyOf(value))};
    epilogue.tensors.push_back({operand, strides});
    return qrt::ScalarInput{Kind::Tensor, storage, uint32_t(epilogue.tensors.size() - 1)};
  }

  uint32_t channel(const qrt::Tensor &values, StringRef weight) {
    epilogue.channels.push_back(builder.constant(values.reshaped({values.size()}), weight));
    return uint32_t(epilogue.channels.size() - 1);
  }

  std::pair<qrt::Operand, qrt::EpilogueStrides> bind(Operation *op, unsigned index) {
    Value value = builder.storedOf(op->getOperand(index));
    Sizes shape = sizesOf(value), result = sizesOf(op->getResult(0));
    View view = builder.viewOf(value);
    auto follow = [&](const View &view) -> std::optional<qrt::EpilogueStrides> {
      if (view.offset != 0 || llvm::any_of(view.strides, [](int64_t s) { return s < 0; }))
        return std::nullopt;
      return groups.strides(broadcastStrides(op, index, view.strides), result);
    };
    std::optional<qrt::EpilogueStrides> strides = follow(view);
    if (!strides) {
      bool sameRank = shape.size() == layout.order().size();
      Layout own = sameRank ? layout.dense() : Layout::rowMajor(shape.size()).growingFirst(shape);
      view = builder.materialize(value, own);
      strides = follow(view);
    }
    if (!strides)
      misfit = op;
    return {view.operand, strides.value_or(qrt::EpilogueStrides{})};
  }

  ProgramBuilder &builder;
  qrt::ScalarBuilder &scalar;
  const EpilogueGroups &groups;
  const Layout &layout;
  llvm::DenseMap<Value, BodyValue> values;
};
} // namespace

FailureOr<qrt::CallEpilogue> buildEpilogue(ProgramBuilder &builder, const Region &region,
                                           const EpilogueGroups &groups, const Layout &layout) {
  qrt::ScalarBuilder scalar;
  EpilogueReader reader(builder, scalar, groups, layout);
  SmallVector<Operation *> ops{region.anchor};
  ops.append(region.bodies.begin(), region.bodies.end());
  for (Operation *op : ops)
    reader.append(op);
  if (reader.misfit)
    return reader.misfit->emitError() << "layer '" << layerName(reader.misfit)
                                      << "' reads an operand that cannot join the kernel of '"
                                      << layerName(region.anchor) << "'";
  Value result = region.result();
  reader.epilogue.program =
      tabulated(scalar.finish(reader.computed(result), *storageType(result.getType())));
  return std::move(reader.epilogue);
}

// Single-element dimensions may lie anywhere.
static bool sameOrder(ArrayRef<int64_t> a, ArrayRef<int64_t> b, ArrayRef<qrt::Extent> shape) {
  auto counts = [&](int64_t dim) { return shape[dim] != fixedSize(1); };
  return llvm::equal(llvm::make_filter_range(a, counts), llvm::make_filter_range(b, counts));
}

LogicalResult finishAnchor(ProgramBuilder &builder, const Region &region, qrt::Call call,
                           const EpilogueGroups &groups, const Layout &layout) {
  FailureOr<qrt::CallEpilogue> epilogue = buildEpilogue(builder, region, groups, layout);
  if (failed(epilogue))
    return failure();
  Value value = region.result();
  Sizes shape = sizesOf(value);
  SmallVector<int64_t, 6> coordinates;
  for (const auto &group : groups.dims)
    coordinates.append(group.begin(), group.end());
  const std::optional<ProgramBuilder::Part> part = builder.partFor(value);
  if (part || layout.pitch() || !sameOrder(coordinates, layout.order(), shape)) {
    epilogue->result = groups.strides(part ? part->view.strides : layout.strides(shape), shape);
    epilogue->offset = part ? part->view.offset : 0;
    if (!epilogue->result)
      return cannotCompile(region.anchor, "its coordinates cannot write its result's layout");
    if (epilogue->result->channel == 0)
      epilogue->result->channel = 1; // one channel: nothing lies beside it
  }
  std::visit(
      [&](auto &c) {
        if constexpr (requires { c.epilogue; })
          c.epilogue = std::move(*epilogue);
      },
      call);
  const uint32_t buffer = part ? part->view.operand.index : builder.defineResult(value, layout);
  if (part)
    builder.define(value, part->view);
  builder.add(layerName(region.root()), std::move(call), buffer);
  return success();
}

} // namespace qopt

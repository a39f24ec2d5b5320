// Tensors joined, repeated, chosen from: CONCATENATION, PACK, TILE, BROADCAST_TO, GATHER,
// GATHER_ND, REVERSE_V2.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::tflite {

static SmallVector<unsigned> allInputs(Binder &b) {
  b.require(b.inputCount() >= 1, "has no inputs");
  return llvm::to_vector(llvm::seq<unsigned>(0, b.inputCount()));
}

// Sizes stay sizes.
static bool joinInts(Binder &b, size_t rank) {
  bool anyComputed = false;
  for (unsigned index : allInputs(b)) {
    if (!b.ok() || !b.isKnownInts(index))
      return false;
    anyComputed |= b.isInts(index);
  }
  if (!b.ok() || !anyComputed)
    return false;
  IntTensor joined, next;
  for (unsigned index : allInputs(b)) {
    if (!b.ints(index, next).ok())
      return true;
    if (next.shape.size() != rank)
      return false;
    joined.values.append(next.values);
    joined.wide = next.wide;
  }
  joined.shape = {int64_t(joined.values.size())};
  b.bind(0, joined);
  return true;
}

// Parts of other steps than the result's are requantized by nn.concat.
static void concatenation(Binder &b) {
  const auto *said = b.options<schema::ConcatenationOptions>();
  b.require(said, "has no options");
  if (!b.ok() || joinInts(b, /*rank=*/1))
    return;
  const bool isPlain = said->fused_activation_function() == schema::ActivationFunctionType::NONE;
  Values x = isPlain ? b.readStored(allInputs(b)) : b.read(allInputs(b));
  int64_t axis = said->axis();
  if (!b.ok() || !b.axis(axis, rankOf(x[0])).ok())
    return;
  std::optional<Steps> steps = b.outputSteps(0);
  Type element = isPlain && steps ? quantizedType(b.context(), *steps) : elementOf(x[0]);
  const uint64_t place = uint64_t(placeOf(axis, x.order));
  Value y = b.part<nn::ConcatOp>("concat", element, x.all, place);
  if (isPlain)
    return b.bindStored(0, y, x.order);
  b.bindReal(0, b.activated(y, said->fused_activation_function()), x.order);
}

static void pack(Binder &b) {
  const auto *said = b.options<schema::PackOptions>();
  int64_t axis = said ? said->axis() : 0;
  if (!b.ok() || joinInts(b, /*rank=*/0))
    return;
  SmallVector<Value> parts;
  for (unsigned index : allInputs(b)) {
    Value x = b.stored(index);
    if (!b.ok())
      return;
    b.support(parts.empty() || elementOf(x) == elementOf(parts[0]),
              "of tensors with unlike types, scales or zero points");
    SmallVector<nn::Dim> shape = dimsOf(x);
    if (index == 0)
      b.axis(axis, int64_t(shape.size()) + 1);
    b.require(axis <= int64_t(shape.size()), "inputs have different ranks");
    if (!b.ok())
      return;
    shape.insert(shape.begin() + axis, nn::staticDim(1));
    parts.push_back(b.reshapePart("part" + std::to_string(index), x, shape));
  }
  if (b.ok())
    b.bindStored(0, b.part<nn::ConcatOp>("pack", elementOf(parts[0]), parts, uint64_t(axis)));
}

static void tile(Binder &b) {
  Ints repeats;
  b.arity(2, 2).ints(1, repeats);
  Values x = b.readStored({0});
  b.require(!b.ok() || int64_t(repeats.size()) == rankOf(x[0]),
            "needs a number of repetitions for each dimension");
  if (b.ok())
    b.bindStored(0, b.part<nn::TileOp>("tile", elementOf(x[0]), x[0], inOrder(repeats, x.order)),
                 x.order);
}

static void broadcastTo(Binder &b) {
  IntTensor shape;
  b.arity(2, 2).ints(1, shape);
  Value x = b.stored(0);
  if (b.ok())
    b.bindStored(0, b.partAs<nn::ExpandOp>("expand", shape.values, elementOf(x), x));
}

// ---- gathers ----

// Known sizes chosen by known places.
static bool gatherInts(Binder &b) {
  IntTensor data, indices;
  if (!b.isInts(0) || !b.isKnownInts(1))
    return false;
  b.ints(0, data).ints(1, indices);
  if (!b.ok() || data.shape.size() != 1)
    return false;
  IntTensor result = indices;
  result.wide = data.wide;
  for (nn::Dim &index : result.values) {
    const bool isInside =
        index.isStatic() && index.value() >= 0 && index.value() < int64_t(data.values.size());
    b.require(isInside, "an index is out of range");
    if (!b.ok())
      return true;
    index = data.values[size_t(index.value())];
  }
  b.bind(0, result);
  return true;
}

// y[a…, i…, b…] = x[a…, indices[a…, i…], b…], the first `batchDims` dimensions both have.
static Value gatherInBatches(Binder &b, Value x, Value indices, int64_t batchDims) {
  SmallVector<nn::Dim> shape = dimsOf(indices);
  shape.push_back(nn::staticDim(1));
  Value tuples = b.reshapePart("tuples", indices, shape);
  return b.part<nn::GatherNdOp>("gather", elementOf(x), x, tuples, uint64_t(batchDims));
}

static void gather(Binder &b) {
  const auto *said = b.arity(2, 2).options<schema::GatherOptions>();
  int64_t axis = said ? said->axis() : 0, batchDims = said ? said->batch_dims() : 0;
  if (!b.ok() || gatherInts(b))
    return;
  Value x = b.stored(0), indices = b.stored(1);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  batchDims = batchDims < 0 ? batchDims + rankOf(indices) : batchDims;
  b.require(batchDims >= 0 && batchDims <= axis && batchDims <= rankOf(indices),
            "batch_dims " + Twine(batchDims) + " does not fit");
  b.support(batchDims == 0 || batchDims == axis, "with batch_dims before its axis");
  if (!b.ok())
    return;
  Value y = batchDims == 0
                ? b.part<nn::GatherOp>("gather", elementOf(x), x, indices, uint64_t(axis))
                : gatherInBatches(b, x, indices, batchDims);
  b.bindStored(0, y);
}

static void gatherNd(Binder &b) {
  Value x = b.arity(2, 2).stored(0), indices = b.stored(1);
  if (b.ok())
    b.bindStored(0, b.part<nn::GatherNdOp>("gather", elementOf(x), x, indices, uint64_t(0)));
}

static void reverse(Binder &b) {
  Ints axes;
  b.arity(2, 2).ints(1, axes);
  Values x = b.readStored({0});
  if (!b.ok() || !b.axes(axes, rankOf(x[0])).ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(x[0]);
  Ints starts(shape.size(), 0), steps(shape.size(), 1);
  for (int64_t axis : axes) {
    starts[size_t(placeOf(axis, x.order))] = -1;
    steps[size_t(placeOf(axis, x.order))] = -1;
  }
  b.bindStored(0, b.partAs<nn::SliceOp>("reverse", shape, elementOf(x[0]), x[0], starts, steps),
               x.order);
}

ArrayRef<OpEntry> moveOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {CONCATENATION, concatenation}, {PACK, pack},     {TILE, tile},
      {BROADCAST_TO, broadcastTo},    {GATHER, gather}, {GATHER_ND, gatherNd},
      {REVERSE_V2, reverse}};
  return ops;
}

} // namespace qopt::tflite

// These operators move elements: Pad, MirrorPad, Tile, BroadcastTo, Gather, OneHot, ReverseV2,
// DepthToSpace, SpaceToDepth.
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

// ---- borders ----

// Reads [rank, 2] numbers of elements before and behind each dimension.
static bool readPaddings(Binder &b, int64_t rank, Ints &low, Ints &high) {
  qrt::Tensor pads;
  if (!b.constant(1, pads).ok())
    return false;
  b.require(pads.shape() == qrt::Shape{rank, 2}, "paddings needs two entries for each dimension")
      .require(qrt::isInteger(pads.type()), "paddings are no integers");
  for (int64_t i = 0; b.ok() && i < rank; ++i) {
    low.push_back(qrt::integerAt(pads, 2 * i));
    high.push_back(qrt::integerAt(pads, 2 * i + 1));
  }
  b.bounded(low, 0, 1 << 30, "pad").bounded(high, 0, 1 << 30, "pad");
  return b.ok();
}

static Ints bordersOfImage(ArrayRef<int64_t> entries) {
  Ints result(entries.size());
  for (auto [i, entry] : llvm::enumerate(entries))
    result[size_t(imageAxis(int64_t(i), int64_t(entries.size())))] = entry;
  return result;
}

// Layers of images follow: an unpadded dimension of channels is the sign of one.
template <typename Op, typename Rest>
static void border(Binder &b, Value x, Ints low, Ints high, Rest rest) {
  auto isNone = [](int64_t pad) { return pad == 0; };
  if (!b.ok())
    return;
  if (llvm::all_of(low, isNone) && llvm::all_of(high, isNone))
    return b.alias(0, 0);
  const bool isImage =
      Binder::isImage(x) || (rankOf(x) == 4 && !low[0] && !high[0] && !low[3] && !high[3]);
  if (!isImage)
    return b.emit<Op>(elementOf(x), x, low, high, rest);
  b.bindImage(b.part<Op>("", elementOf(x), b.image("nchw", x), bordersOfImage(low),
                         bordersOfImage(high), rest));
}

static Attribute borderValue(Binder &b, Type element) {
  OpBuilder builder(b.context());
  if (b.inputCount() < 3)
    return builder.getF32FloatAttr(0);
  qrt::Tensor value;
  if (!b.constant(2, value).ok())
    return {};
  b.require(value.size() == 1 && value.type() == nn::storageType(element),
            "constant_values is no single element of the input's type");
  if (!b.ok())
    return {};
  if (!qrt::isFloat(value.type()))
    return builder.getI64IntegerAttr(qrt::integerAt(value, 0));
  return builder.getF32FloatAttr(
      qrt::visitValues(value, [](auto values) { return float(values[0]); }));
}

static void pad(Binder &b) {
  Value x;
  Ints low, high;
  b.arity(2, 3).movable(0, x);
  if (b.ok() && readPaddings(b, rankOf(x), low, high))
    if (Attribute value = borderValue(b, elementOf(x)))
      border<nn::PadOp>(b, x, low, high, value);
}

static void mirrorPad(Binder &b) {
  Value x;
  Ints low, high;
  std::string mode = "REFLECT";
  b.arity(2, 2).movable(0, x).attr("mode", mode).support(mode == "REFLECT", "with mode " + mode);
  if (!b.ok() || !readPaddings(b, rankOf(x), low, high))
    return;
  auto shape = cast<RankedTensorType>(x.getType()).getShape();
  for (auto [i, size] : llvm::enumerate(shape))
    b.require(ShapedType::isDynamic(size) || (low[i] < size && high[i] < size) ||
                  (!low[i] && !high[i]),
              "mirrors more than dimension " + Twine(i) + " has");
  border<nn::ExtendOp>(b, x, low, high, StringRef("reflect"));
}

// ---- repeats ----

static void tile(Binder &b) {
  Value x;
  Ints repeats;
  b.arity(2, 2).movable(0, x).ints(1, repeats);
  if (!b.ok())
    return;
  b.require(int64_t(repeats.size()) == rankOf(x), "multiples needs an entry for each dimension")
      .bounded(repeats, 0, 1 << 30, "multiple");
  if (llvm::all_of(repeats, [](int64_t one) { return one == 1; }))
    return b.alias(0, 0);
  b.emit<nn::TileOp>(b.ok() ? elementOf(x) : Type(), x, repeats);
}

static void broadcastTo(Binder &b) {
  Value x;
  IntTensor request;
  b.arity(2, 2).movable(0, x).ints(1, request);
  for (const nn::Dim &size : request.values)
    b.require(!size.isStatic() || size.value() >= 0, "asks for a negative size");
  if (b.ok())
    b.emitAs<nn::ExpandOp>(request.values, elementOf(x), x);
}

// ---- choices ----

// Chooses among sizes, where all are known; false where they are not.
static bool gatherInts(Binder &b) {
  if (!b.isInts(0) || !b.isKnownInts(1))
    return false;
  IntTensor data, indices;
  b.ints(0, data).ints(1, indices);
  b.require(data.shape.size() == 1, "of a scalar");
  for (nn::Dim &index : indices.values) {
    const int64_t count = int64_t(data.values.size());
    b.require(index.isStatic() && index.value() >= 0 && index.value() < count,
              "index " + index.text() + " is out of range");
    if (!b.ok())
      return true;
    index = data.values[size_t(index.value())];
  }
  indices.wide = data.wide;
  b.bind(0, indices);
  return true;
}

static void gather(Binder &b) {
  Value data, indices;
  Ints axis{0};
  int64_t batch = 0;
  b.arity(2, 3).attr("batch_dims", batch).ignore("validate_indices", "they are checked anyway");
  b.ignore("dtype", "the input's");
  if (b.inputCount() == 3)
    b.ints(2, axis);
  b.require(axis.size() == 1, "names no single dimension").support(batch == 0, "with batch_dims");
  if (!b.ok() || gatherInts(b))
    return;
  b.movable(0, data).any(1, indices);
  if (b.ok() && b.axis(axis[0], rankOf(data)).ok())
    b.emit<nn::GatherOp>(elementOf(data), data, indices, uint64_t(axis[0]));
}

static void gatherNd(Binder &b) {
  Value data, indices;
  b.arity(2, 2).movable(0, data).any(1, indices);
  b.ignore("bad_indices_policy", "they are errors");
  if (b.ok())
    b.emit<nn::GatherNdOp>(elementOf(data), data, indices, uint64_t(0));
}

// indices, depth, on, off.
static void oneHot(Binder &b) {
  Value indices, on, off;
  Ints depth;
  int64_t axis = -1;
  b.arity(4, 4).any(0, indices).ints(1, depth).numeric(2, on).numeric(3, off).attr("axis", axis);
  b.require(depth.size() == 1 && depth[0] >= 1, "depth is no positive number");
  if (!b.ok() || !b.axis(axis, rankOf(indices) + 1).ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(indices), pair{nn::staticDim(1)};
  shape.insert(shape.begin() + axis, nn::staticDim(depth[0]));
  SmallVector<Value> values{b.reshapePart("off", off, pair), b.reshapePart("on", on, pair)};
  Value both = b.part<nn::ConcatOp>("values", elementOf(on), values, uint64_t(0));
  b.emitAs<nn::OneHotOp>(shape, elementOf(on), indices, both, uint64_t(axis));
}

static void reverse(Binder &b) {
  Value x;
  Ints axes;
  b.arity(2, 2).movable(0, x).ints(1, axes);
  if (!b.ok() || !b.axes(axes, rankOf(x)).ok())
    return;
  Ints starts(size_t(rankOf(x)), 0), steps(size_t(rankOf(x)), 1);
  for (int64_t axis : axes)
    starts[size_t(axis)] = steps[size_t(axis)] = -1;
  b.emitAs<nn::SliceOp>(dimsOf(x), elementOf(x), x, starts, steps);
}

// ---- blocks ----

static nn::Dim blocksOf(Binder &b, const nn::Dim &size, int64_t block) {
  std::optional<nn::Dim> count = nn::quotient(size, nn::staticDim(block));
  std::optional<nn::Dim> whole = count ? nn::multiply(*count, nn::staticDim(block)) : std::nullopt;
  b.require(whole && nn::mayBeEqual(*whole, size),
            "blocks of " + Twine(block) + " do not divide a dimension of " + size.text());
  return count.value_or(size);
}

// NHWC: the channels are (row in the block, column in it, channel).
template <bool toSpace> static void blocks(Binder &b) {
  Value x;
  int64_t block = 0;
  std::string format = "NHWC";
  b.arity(1, 1).movable(0, x).attr("block_size", block).attr("data_format", format);
  b.bounded(block, 1, 1 << 15, "block_size").support(format == "NHWC", "in " + format);
  if (!b.ok())
    return;
  b.require(rankOf(x) == 4, "its input has rank " + Twine(rankOf(x)) + ", needs 4");
  if (!b.ok())
    return;
  SmallVector<nn::Dim> s = dimsOf(x), apart, to;
  nn::Dim k = nn::staticDim(block);
  if (toSpace) {
    nn::Dim channels = blocksOf(b, s[3], block * block);
    apart = {s[0], s[1], s[2], k, k, channels};
    to = {s[0], nn::multiply(s[1], k).value_or(k), nn::multiply(s[2], k).value_or(k), channels};
  } else {
    nn::Dim rows = blocksOf(b, s[1], block), columns = blocksOf(b, s[2], block);
    apart = {s[0], rows, k, columns, k, s[3]};
    to = {s[0], rows, columns, nn::multiply(s[3], nn::staticDim(block * block)).value_or(k)};
  }
  x = b.reshapePart("blocks", x, apart);
  x = b.part<nn::TransposeOp>("moved", b.ok() ? elementOf(x) : Type(), x, Ints{0, 1, 3, 2, 4, 5});
  b.emitReshape(x, to);
}

ArrayRef<OpEntry> moveOps() {
  static constexpr OpEntry ops[] = {{"Pad", pad},
                                    {"PadV2", pad},
                                    {"MirrorPad", mirrorPad},
                                    {"Tile", tile},
                                    {"BroadcastTo", broadcastTo},
                                    {"Gather", gather},
                                    {"GatherV2", gather},
                                    {"ResourceGather", gather},
                                    {"GatherNd", gatherNd},
                                    {"OneHot", oneHot},
                                    {"ReverseV2", reverse},
                                    {"DepthToSpace", blocks<true>},
                                    {"SpaceToDepth", blocks<false>}};
  return ops;
}

} // namespace qopt::graphdef

// Elements at other places: Expand, Tile, Gather…, DepthToSpace, Trilu, ReverseSequence, …
#include "importers/common/ops/views.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

static void emitExpand(Binder &b, Value x, ArrayRef<nn::Dim> shape) {
  b.emitAs<nn::ExpandOp>(shape, elementOf(x), x);
}

static void expand(Binder &b) {
  IntTensor request;
  Value x;
  if (!b.arity(2, 2).ints(1, request).movable(0, x).ok())
    return;
  auto shape = nn::broadcastShapes(nn::symbolicShape(x), request.values);
  b.require(shape.has_value(), nn::toString(nn::symbolicShape(x)) + " does not broadcast to " +
                                   nn::toString(request.values));
  if (!b.ok())
    return;
  if (*shape == nn::symbolicShape(x))
    return b.alias(0, 0);
  emitExpand(b, x, *shape);
}

// Repeats that symbols decide, of dimensions that have one element.
static void tile(Binder &b) {
  IntTensor request;
  Value x;
  if (!b.arity(2, 2).ints(1, request).movable(0, x).ok())
    return;
  SmallVector<nn::Dim> shape = llvm::to_vector(nn::symbolicShape(x));
  b.require(request.values.size() == shape.size(), "repeats needs an entry for each dimension");
  Ints repeats;
  for (size_t i = 0; b.ok() && i < shape.size(); ++i) {
    const nn::Dim &repeat = request.values[i];
    bool isSingle = shape[i] == nn::staticDim(1);
    b.support(isSingle || repeat.isStatic(), "with repeats that vary with the input's shape");
    b.require(!repeat.isStatic() || repeat.value() >= 0, "repeats a dimension fewer than 0 times");
    repeats.push_back(b.ok() && !isSingle ? repeat.value() : 1);
    if (isSingle)
      shape[i] = repeat;
  }
  if (!b.ok())
    return;
  bool expands = shape != llvm::to_vector(nn::symbolicShape(x));
  bool tiles = llvm::any_of(repeats, [](int64_t repeat) { return repeat != 1; });
  if (!expands && !tiles)
    return b.alias(0, 0);
  if (!tiles)
    return emitExpand(b, x, shape);
  if (expands)
    x = b.partAs<nn::ExpandOp>("expanded", shape, elementOf(x), x);
  b.emit<nn::TileOp>(b.ok() ? elementOf(x) : Type(), x, repeats);
}

static void gatherElements(Binder &b) {
  Value x, indices;
  int64_t axis = 0;
  if (!b.arity(2, 2).movable(0, x).any(1, indices).attr("axis", axis).ok() ||
      !b.axis(axis, rankOf(x)).ok())
    return;
  b.emit<nn::GatherElementsOp>(elementOf(x), x, indices, uint64_t(axis));
}

static void gatherNd(Binder &b) {
  Value x, indices;
  int64_t batch = 0;
  if (!b.arity(2, 2).movable(0, x).any(1, indices).attr("batch_dims", batch).ok())
    return;
  b.bounded(batch, 0, std::min(rankOf(x), rankOf(indices)), "batch_dims");
  b.emit<nn::GatherNdOp>(elementOf(x), x, indices, uint64_t(batch));
}

// ---- blocks ----

// size / block, where that is whole.
static nn::Dim blocksOf(Binder &b, const nn::Dim &size, int64_t block) {
  std::optional<nn::Dim> count = nn::quotient(size, nn::staticDim(block));
  std::optional<nn::Dim> whole = count ? nn::multiply(*count, nn::staticDim(block)) : std::nullopt;
  b.require(whole && nn::mayBeEqual(*whole, size),
            "blocks of " + Twine(block) + " do not divide dimension " + size.text());
  return count.value_or(size);
}

static void readBlocks(Binder &b, Value &x, int64_t &block) {
  b.arity(1, 1).movable(0, x).attr("blocksize", block).bounded(block, 1, 1 << 15, "blocksize");
  b.require(!b.ok() || rankOf(x) == 4, "needs an image");
}

static void moveBlocks(Binder &b, Value x, ArrayRef<nn::Dim> apart, ArrayRef<int64_t> order,
                       ArrayRef<nn::Dim> to) {
  x = b.reshapePart("blocks", x, apart);
  if (!b.ok())
    return;
  x = b.part<nn::TransposeOp>("moved", elementOf(x), x, order);
  b.emitReshape(x, to);
}

static void depthToSpace(Binder &b) {
  Value x;
  int64_t size = 0;
  std::string mode = "DCR";
  readBlocks(b, x, size);
  b.attr("mode", mode).require(mode == "DCR" || mode == "CRD", "mode is '" + mode + "'");
  if (!b.ok())
    return;
  nn::SymbolicShape shape = nn::symbolicShape(x);
  nn::Dim block = nn::staticDim(size), channels = blocksOf(b, shape[1], size * size);
  std::optional<nn::Dim> height = nn::multiply(shape[2], block),
                         width = nn::multiply(shape[3], block);
  b.require(height && width, "the result is too large");
  if (!b.ok())
    return;
  nn::Dim to[] = {shape[0], channels, *height, *width};
  if (mode == "DCR")
    moveBlocks(b, x, {shape[0], block, block, channels, shape[2], shape[3]}, {0, 3, 4, 1, 5, 2},
               to);
  else
    moveBlocks(b, x, {shape[0], channels, block, block, shape[2], shape[3]}, {0, 1, 4, 2, 5, 3},
               to);
}

static void spaceToDepth(Binder &b) {
  Value x;
  int64_t size = 0;
  readBlocks(b, x, size);
  if (!b.ok())
    return;
  nn::SymbolicShape shape = nn::symbolicShape(x);
  nn::Dim block = nn::staticDim(size);
  nn::Dim height = blocksOf(b, shape[2], size), width = blocksOf(b, shape[3], size);
  std::optional<nn::Dim> channels = nn::multiply(shape[1], nn::staticDim(size * size));
  b.require(channels.has_value(), "the result is too large");
  if (b.ok())
    moveBlocks(b, x, {shape[0], shape[1], height, block, width, block}, {0, 3, 5, 1, 2, 4},
               {shape[0], *channels, height, width});
}

// ---- by coordinates ----

static void trilu(Binder &b) {
  Value x;
  bool upper = true;
  Ints k{0};
  b.arity(1, 2).movable(0, x).attr("upper", upper);
  if (b.has(1))
    b.ints(1, k);
  b.require(!b.ok() || k.size() == 1, "k is no scalar");
  if (b.ok())
    b.emit<nn::TriluOp>(elementOf(x), x, uint64_t(k[0]), upper);
}

static void reverseSequence(Binder &b) {
  Value x, lengths;
  int64_t batch = 1, time = 0;
  b.arity(2, 2).movable(0, x).any(1, lengths).attr("batch_axis", batch).attr("time_axis", time);
  if (b.ok() && b.axis(batch, rankOf(x)).axis(time, rankOf(x)).ok())
    b.emit<nn::ReverseSequenceOp>(elementOf(x), x, lengths, uint64_t(batch), uint64_t(time));
}

static void centerCropPad(Binder &b) {
  Value x;
  Ints target, axes;
  if (!b.arity(2, 2).movable(0, x).ints(1, target).ok())
    return;
  int64_t rank = rankOf(x);
  axes = llvm::to_vector<6>(llvm::seq<int64_t>(0, rank));
  b.attr("axes", axes).require(axes.size() == target.size(), "needs a size for each axis");
  SmallVector<nn::Dim> sizes = llvm::to_vector(b.ok() ? nn::symbolicShape(x) : nn::SymbolicShape());
  Ints starts(rank, 0), steps(rank, 1), low(rank, 0), high(rank, 0);
  bool crops = false, pads = false;
  for (size_t i = 0; b.ok() && i < axes.size(); ++i) {
    b.axis(axes[i], rank).bounded(target[i], 1, std::numeric_limits<int32_t>::max(), "size");
    if (!b.ok() ||
        !b.support(sizes[axes[i]].isStatic(), "of a dynamic dimension; give --shape").ok())
      return;
    int64_t axis = axes[i], size = sizes[axis].value(), more = target[i] - size;
    if (more < 0) {
      crops = true;
      starts[axis] = -more / 2;
      sizes[axis] = nn::staticDim(target[i]);
    } else if (more > 0) {
      pads = true;
      low[axis] = more / 2;
      high[axis] = more - more / 2;
    }
  }
  if (!b.ok() || (!crops && !pads))
    return b.alias(0, 0);
  if (crops && !pads)
    return b.emitAs<nn::SliceOp>(sizes, elementOf(x), x, starts, steps);
  if (crops)
    x = b.partAs<nn::SliceOp>("cropped", sizes, elementOf(x), x, starts, steps);
  if (b.ok())
    b.emit<nn::PadOp>(elementOf(x), x, low, high, APFloat(0.0f));
}

// A constant condition: a choice of places.
static void compress(Binder &b) {
  Value x;
  qrt::Tensor condition;
  int64_t axis = 0;
  bool isFlat = !b.has("axis");
  if (!b.arity(2, 2).movable(0, x).constant(1, condition).attr("axis", axis).ok() ||
      !b.axis(axis, std::max<int64_t>(rankOf(x), 1)).ok())
    return;
  b.require(condition.type() == qrt::ElementType::Bool && condition.shape().size() == 1,
            "the condition is no vector of BOOL");
  if (!b.ok())
    return;
  std::vector<int64_t> chosen;
  for (int64_t i = 0; i < condition.size(); ++i)
    if (qrt::integerAt(condition, i))
      chosen.push_back(i);
  b.support(!chosen.empty(), "with an empty result");
  if (isFlat) {
    std::optional<nn::Dim> count = nn::productOf(nn::symbolicShape(x));
    b.require(count.has_value(), "the input is too large");
    x = b.reshapePart("flat", x, count.value_or(nn::Dim()));
  }
  int64_t count = int64_t(chosen.size());
  Value places = b.constantPart("places", RankedTensorType::get({count}, b.i64()),
                                qrt::Tensor::fromValues<int64_t>({count}, chosen));
  if (b.ok())
    b.emit<nn::GatherOp>(elementOf(x), x, places, uint64_t(axis));
}

ArrayRef<OpEntry> moveOps() {
  static constexpr OpEntry ops[] = {{"Expand", expand},
                                    {"Tile", tile, 6},
                                    {"GatherElements", gatherElements},
                                    {"GatherND", gatherNd},
                                    {"DepthToSpace", depthToSpace},
                                    {"SpaceToDepth", spaceToDepth},
                                    {"Trilu", trilu},
                                    {"ReverseSequence", reverseSequence},
                                    {"CenterCropPad", centerCropPad},
                                    {"Compress", compress}};
  return ops;
}

} // namespace qopt::onnx

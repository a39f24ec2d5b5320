// Blocks of an image that become channels or samples, and back: DEPTH_TO_SPACE, SPACE_TO_DEPTH,
// SPACE_TO_BATCH_ND, BATCH_TO_SPACE_ND.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

using Dims = SmallVector<nn::Dim>;

// a / size, which must divide it.
static nn::Dim divided(Binder &b, const nn::Dim &a, int64_t size) {
  std::optional<nn::Dim> quotient = size > 0 ? nn::quotient(a, nn::staticDim(size)) : std::nullopt;
  auto product = quotient ? nn::multiply(*quotient, nn::staticDim(size)) : std::nullopt;
  b.require(product && nn::mayBeEqual(*product, a),
            "blocks of " + Twine(size) + " do not divide " + a.text());
  return b.ok() ? *quotient : nn::staticDim(1);
}
static nn::Dim times(Binder &b, const nn::Dim &a, int64_t size) {
  std::optional<nn::Dim> product = nn::multiply(a, nn::staticDim(size));
  b.support(product.has_value(), "of so large an image");
  return product.value_or(nn::staticDim(1));
}

// Reshaped, its dimensions permuted, reshaped.
static Value rearranged(Binder &b, Value x, const Dims &split, const Ints &permutation,
                        const Dims &joined) {
  Value parts = b.reshapePart("blocks", x, split);
  Value moved =
      b.ok() ? b.part<nn::TransposeOp>("moved", elementOf(x), parts, permutation) : Value();
  return b.ok() ? b.reshapePart("joined", moved, joined) : Value();
}

static Value blockedImage(Binder &b, int64_t block) {
  b.arity(1, 1).bounded(block, 1, 1 << 15, "block_size");
  b.require(!b.ok() || shapeOf(b, 0).size() == 4, "of a value that is no image of rank 4");
  return b.ok() ? b.stored(0, channelsFirst(4)) : Value();
}

// Channels first, [N, b, b, C, H, W] become [N, C, H, b, W, b].
static void depthToSpace(Binder &b) {
  const auto *said = b.options<schema::DepthToSpaceOptions>();
  const int64_t block = said ? said->block_size() : 0;
  Value x = blockedImage(b, block);
  if (!b.ok())
    return;
  Dims shape = dimsOf(x);
  const nn::Dim channels = divided(b, shape[1], block * block), each = nn::staticDim(block);
  Value y =
      rearranged(b, x, {shape[0], each, each, channels, shape[2], shape[3]}, {0, 3, 4, 1, 5, 2},
                 {shape[0], channels, times(b, shape[2], block), times(b, shape[3], block)});
  b.bindStored(0, y, channelsFirst(4));
}

static void spaceToDepth(Binder &b) {
  const auto *said = b.options<schema::SpaceToDepthOptions>();
  const int64_t block = said ? said->block_size() : 0;
  Value x = blockedImage(b, block);
  if (!b.ok())
    return;
  Dims shape = dimsOf(x);
  const nn::Dim height = divided(b, shape[2], block), width = divided(b, shape[3], block);
  const nn::Dim each = nn::staticDim(block);
  Value y = rearranged(b, x, {shape[0], shape[1], height, each, width, each}, {0, 3, 5, 1, 2, 4},
                       {shape[0], times(b, shape[1], block * block), height, width});
  b.bindStored(0, y, channelsFirst(4));
}

namespace {
// Blocks of the dimensions behind the first, and what is padded or cut there.
struct Blocks {
  Ints sizes, low, high;
};
} // namespace

static Blocks readBlocks(Binder &b, Value x) {
  Blocks blocks;
  qrt::Tensor ends;
  b.ints(1, blocks.sizes).constant(2, ends);
  if (!b.ok())
    return blocks;
  const size_t count = blocks.sizes.size();
  b.require(int64_t(count) < rankOf(x), "has more blocks than dimensions");
  b.require(ends.shape() == qrt::Shape{int64_t(count), 2} && qrt::isInteger(ends.type()),
            "needs two ends for each block");
  b.bounded(blocks.sizes, 1, 1 << 20, "block");
  for (size_t i = 0; b.ok() && i < count; ++i) {
    blocks.low.push_back(qrt::integerAt(ends, int64_t(2 * i)));
    blocks.high.push_back(qrt::integerAt(ends, int64_t(2 * i + 1)));
    b.bounded({blocks.low.back(), blocks.high.back()}, 0, (int64_t(1) << 31) - 1, "end");
  }
  return blocks;
}

// [N, s/b, b, …, rest] become [b…, N, s/b…, rest].
static void spaceToBatch(Binder &b) {
  Value x = b.arity(3, 3).stored(0);
  if (!b.ok())
    return;
  const Blocks blocks = readBlocks(b, x);
  if (!b.ok())
    return;
  const size_t rank = size_t(rankOf(x)), count = blocks.sizes.size();
  Ints low(rank, 0), high(rank, 0);
  std::copy(blocks.low.begin(), blocks.low.end(), low.begin() + 1);
  std::copy(blocks.high.begin(), blocks.high.end(), high.begin() + 1);
  x = b.part<nn::PadOp>("pad", elementOf(x), x, low, high, APFloat(0.0f));
  if (!b.ok())
    return;
  Dims shape = dimsOf(x), split{shape[0]}, joined{shape[0]};
  Ints permutation, behind{0};
  for (size_t i = 0; i < count; ++i) {
    const nn::Dim size = divided(b, shape[1 + i], blocks.sizes[i]);
    split.append({size, nn::staticDim(blocks.sizes[i])});
    joined[0] = times(b, joined[0], blocks.sizes[i]);
    joined.push_back(size);
    permutation.push_back(int64_t(2 * i + 2));
    behind.push_back(int64_t(2 * i + 1));
  }
  for (size_t i = count + 1; i < rank; ++i) {
    behind.push_back(int64_t(split.size()));
    split.push_back(shape[i]);
    joined.push_back(shape[i]);
  }
  permutation.append(behind);
  if (b.ok())
    b.bindStored(0, rearranged(b, x, split, permutation, joined));
}

// [b…, N, s…, rest] become [N, s, b, …, rest], of which the ends are cut.
static void batchToSpace(Binder &b) {
  Value x = b.arity(3, 3).stored(0);
  if (!b.ok())
    return;
  const Blocks blocks = readBlocks(b, x);
  if (!b.ok())
    return;
  const size_t rank = size_t(rankOf(x)), count = blocks.sizes.size();
  Dims shape = dimsOf(x), split, joined{shape[0]}, cut;
  Ints permutation{int64_t(count)}, starts{0};
  for (size_t i = 0; i < count; ++i) {
    split.push_back(nn::staticDim(blocks.sizes[i]));
    joined[0] = divided(b, joined[0], blocks.sizes[i]);
    joined.push_back(times(b, shape[1 + i], blocks.sizes[i]));
    permutation.append({int64_t(count + 1 + i), int64_t(i)});
    starts.push_back(blocks.low[i]);
  }
  split.push_back(joined[0]);
  split.append(shape.begin() + 1, shape.end());
  for (size_t i = count + 1; i < rank; ++i) {
    permutation.push_back(int64_t(count + i));
    joined.push_back(shape[i]);
    starts.push_back(0);
  }
  Value y = rearranged(b, x, split, permutation, joined);
  cut = joined;
  for (size_t i = 0; i < count && b.ok(); ++i) {
    auto size = nn::subtract(joined[1 + i], nn::staticDim(blocks.low[i] + blocks.high[i]));
    b.require(size.has_value(), "cuts more than there is");
    cut[1 + i] = size.value_or(nn::staticDim(0));
  }
  if (b.ok() && cut != joined)
    y = b.partAs<nn::SliceOp>("cut", cut, elementOf(y), y, starts, Ints(rank, 1));
  b.bindStored(0, y);
}

ArrayRef<OpEntry> blockOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{DEPTH_TO_SPACE, depthToSpace},
                                    {SPACE_TO_DEPTH, spaceToDepth},
                                    {SPACE_TO_BATCH_ND, spaceToBatch},
                                    {BATCH_TO_SPACE_ND, batchToSpace}};
  return ops;
}

} // namespace qopt::tflite

// SpaceToBatchND and BatchToSpaceND of images. A convolution between the two is a dilated one,
// which is how TensorFlow wrote those before its kernels had dilations.
#include "importers/common/ops/convolutions.h"
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

namespace {
/// `sizes` are the blocks' height and width; `low` and `high` elements are added to the image, or
/// cut from it, before and behind each.
struct Blocks {
  Ints sizes, low, high;
};
} // namespace

static Blocks readBlocks(Binder &b, Value &x, StringRef border) {
  Blocks blocks;
  qrt::Tensor edges;
  b.arity(3, 3).input(0, x).ints(1, blocks.sizes).constant(2, edges);
  if (!b.ok())
    return blocks;
  b.support(rankOf(x) == 4 && blocks.sizes.size() == 2, "of other values than images");
  b.bounded(blocks.sizes, 1, 1 << 15, "block size");
  b.require(edges.shape() == qrt::Shape{2, 2} && qrt::isInteger(edges.type()),
            border + " needs two entries for each dimension");
  for (int64_t i = 0; b.ok() && i < 2; ++i) {
    blocks.low.push_back(qrt::integerAt(edges, 2 * i));
    blocks.high.push_back(qrt::integerAt(edges, 2 * i + 1));
  }
  b.bounded(blocks.low, 0, 1 << 30, border).bounded(blocks.high, 0, 1 << 30, border);
  return blocks;
}

static nn::Dim scaled(Binder &b, const nn::Dim &size, int64_t factor) {
  std::optional<nn::Dim> product = nn::multiply(size, nn::staticDim(factor));
  b.support(product.has_value(), "of so large a value");
  return product.value_or(size);
}

static nn::Dim divided(Binder &b, const nn::Dim &size, int64_t by) {
  std::optional<nn::Dim> part = nn::quotient(size, nn::staticDim(by));
  std::optional<nn::Dim> whole = part ? nn::multiply(*part, nn::staticDim(by)) : std::nullopt;
  b.require(whole && nn::mayBeEqual(*whole, size),
            "blocks of " + Twine(by) + " do not divide a dimension of " + size.text());
  return part.value_or(size);
}

// [N, H, W, C] → [kh·kw·N, H/kh, W/kw, C], the place in the block outermost.
static void spaceToBatch(Binder &b) {
  Value x;
  Blocks blocks = readBlocks(b, x, "paddings");
  if (!b.ok())
    return;
  Type element = elementOf(x);
  Ints low{0, blocks.low[0], blocks.low[1], 0}, high{0, blocks.high[0], blocks.high[1], 0};
  Value padded = x;
  if (llvm::any_of(low, [](int64_t p) { return p; }) ||
      llvm::any_of(high, [](int64_t p) { return p; }))
    padded = b.part<nn::PadOp>("padded", element, x, low, high, APFloat(0.0f));
  if (!b.ok())
    return;
  SmallVector<nn::Dim> s = dimsOf(padded);
  const int64_t kh = blocks.sizes[0], kw = blocks.sizes[1];
  nn::Dim rows = divided(b, s[1], kh), columns = divided(b, s[2], kw);
  nn::Dim samples = scaled(b, s[0], kh * kw);
  Value apart = b.reshapePart("blocks", padded,
                              {s[0], rows, nn::staticDim(kh), columns, nn::staticDim(kw), s[3]});
  Value moved = b.part<nn::TransposeOp>("moved", element, apart, Ints{2, 4, 0, 1, 3, 5});
  b.bindReal(0, b.reshapePart("", moved, {samples, rows, columns, s[3]}));
}

// SpaceToBatchND's own pad adds zeros around images; others stay.
static bool isImageBorder(nn::PadOp pad) {
  auto value = pad ? dyn_cast<FloatAttr>(pad.getValue()) : FloatAttr();
  if (!value || !value.getValue().isPosZero() || pad.getLow().size() != 4)
    return false;
  ArrayRef<int64_t> low = pad.getLow(), high = pad.getHigh();
  return !low[0] && !high[0] && !low[3] && !high[3];
}

// True where the reshapes around the transpose take [N, H, W, C] apart and join blocks as
// SpaceToBatchND does; other reshapes of a file may have the same order.
static bool areBlocks(ArrayRef<nn::Dim> image, ArrayRef<nn::Dim> apart, ArrayRef<nn::Dim> batches) {
  if (image.size() != 4 || batches.size() != 4)
    return false;
  auto isProduct = [](const nn::Dim &size, const nn::Dim &count, const nn::Dim &block) {
    std::optional<nn::Dim> product = nn::multiply(count, block);
    return product && nn::mayBeEqual(*product, size);
  };
  return image[0] == apart[0] && isProduct(image[1], apart[1], apart[2]) &&
         isProduct(image[2], apart[3], apart[4]) && image[3] == apart[5] &&
         batches[1] == apart[1] && batches[2] == apart[3] && batches[3] == apart[5];
}

// Finds the image and the blocks from which SpaceToBatchND made a value; null for other values.
static Value imageBefore(Value batches, Blocks &blocks) {
  auto last = batches.getDefiningOp<nn::ReshapeOp>();
  auto moved = last ? last.getInput().getDefiningOp<nn::TransposeOp>() : nn::TransposeOp();
  auto apart = moved ? moved.getInput().getDefiningOp<nn::ReshapeOp>() : nn::ReshapeOp();
  if (!apart || moved.getPermutation() != ArrayRef<int64_t>{2, 4, 0, 1, 3, 5})
    return {};
  SmallVector<nn::Dim> sizes = dimsOf(apart);
  if (!sizes[2].isStatic() || !sizes[4].isStatic() ||
      !areBlocks(dimsOf(apart.getInput()), sizes, dimsOf(batches)))
    return {};
  blocks.sizes = {sizes[2].value(), sizes[4].value()};
  auto pad = apart.getInput().getDefiningOp<nn::PadOp>();
  if (!isImageBorder(pad))
    pad = nn::PadOp();
  blocks.low = pad ? Ints(pad.getLow().slice(1, 2)) : Ints{0, 0};
  blocks.high = pad ? Ints(pad.getHigh().slice(1, 2)) : Ints{0, 0};
  return pad ? pad.getInput() : apart.getInput();
}

// Binds the dilated convolution of the image before the blocks; false where there is none.
static bool bindDilated(Binder &b, Value x, const Blocks &cuts) {
  auto conv =
      Binder::isImage(x) ? b.image("nchw", x).getDefiningOp<nn::Conv2dOp>() : nn::Conv2dOp();
  auto turned = conv ? conv.getInput().getDefiningOp<nn::TransposeOp>() : nn::TransposeOp();
  Blocks blocks;
  if (turned && turned.getPermutation() != ArrayRef<int64_t>{0, 3, 1, 2})
    return false;
  Value before = turned ? imageBefore(turned.getInput(), blocks) : Value();
  auto areOne = [](ArrayRef<int64_t> values, int64_t one) {
    return llvm::all_of(values, [&](int64_t value) { return value == one; });
  };
  if (!before || blocks.sizes != cuts.sizes || !areOne(conv.getStrides(), 1) ||
      !areOne(conv.getDilations(), 1) || !areOne(conv.getPads(), 0))
    return false;
  ImageWindow window{
      Ints(cast<RankedTensorType>(conv.getWeights().getType()).getShape().drop_front(2)),
      {1, 1},
      blocks.sizes,
      {}};
  for (size_t i = 0; i < 2; ++i)
    window.pads.push_back(blocks.low[i] - cuts.low[i]);
  for (size_t i = 0; i < 2; ++i)
    window.pads.push_back(blocks.high[i] - cuts.high[i]);
  if (llvm::any_of(window.pads, [](int64_t pad) { return pad < 0; }))
    return false;
  Value image = b.image("nchw", before);
  b.bindImage(
      convolve(b, "", image, conv.getWeights(), conv.getBias(), window, int64_t(conv.getGroups())));
  return true;
}

// [kh·kw·N, h, w, C] → [N, h·kh, w·kw, C], less what is cut at its edges.
static void batchToSpace(Binder &b) {
  Value x;
  Blocks cuts = readBlocks(b, x, "crops");
  if (!b.ok() || bindDilated(b, x, cuts))
    return;
  SmallVector<nn::Dim> s = dimsOf(x), whole;
  const int64_t kh = cuts.sizes[0], kw = cuts.sizes[1];
  nn::Dim samples = divided(b, s[0], kh * kw);
  whole = {samples, scaled(b, s[1], kh), scaled(b, s[2], kw), s[3]};
  const bool isCut = cuts.low[0] || cuts.low[1] || cuts.high[0] || cuts.high[1];
  Value apart =
      b.reshapePart("blocks", x, {nn::staticDim(kh), nn::staticDim(kw), samples, s[1], s[2], s[3]});
  if (!b.ok())
    return;
  Value moved = b.part<nn::TransposeOp>("moved", elementOf(x), apart, Ints{2, 3, 0, 4, 1, 5});
  Value y = b.reshapePart(isCut ? "whole" : "", moved, whole);
  if (!isCut)
    return b.bindReal(0, y);
  for (size_t i = 0; i < 2; ++i) {
    auto left = nn::add(whole[i + 1], nn::staticDim(-cuts.low[i] - cuts.high[i]));
    b.require(left && nn::isLess(*left, nn::staticDim(1)) != true, "crops leave nothing");
    whole[i + 1] = left.value_or(whole[i + 1]);
  }
  if (b.ok())
    b.bindReal(0, b.partAs<nn::SliceOp>("", whole, elementOf(x), y,
                                        Ints{0, cuts.low[0], cuts.low[1], 0}, Ints(4, 1)));
}

ArrayRef<OpEntry> spaceBatchOps() {
  static constexpr OpEntry ops[] = {{"SpaceToBatchND", spaceToBatch},
                                    {"BatchToSpaceND", batchToSpace}};
  return ops;
}

} // namespace qopt::graphdef

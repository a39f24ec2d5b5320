// This file turns images channels first and last, by views that vanish between layers of images.
#include "importers/graphdef/graph/binder.h"
#include "ir/ops.h"
#include "ir/types/dim_order.h"

using namespace mlir;

namespace qopt::graphdef {

// An image of one pixel or one channel has the same elements in the same order channels first and
// last.
static bool isFlat(ArrayRef<nn::Dim> image) {
  auto isOne = [](const nn::Dim &dim) { return dim == nn::staticDim(1); };
  return isOne(image[1]) || llvm::all_of(image.drop_front(2), isOne);
}

// Finds the image [N, C, …] of which a value is the view; null where it is none.
static Value viewedImage(Value value) {
  if (auto transpose = value.getDefiningOp<nn::TransposeOp>()) {
    const int64_t rank = rankOf(value);
    return rank >= 3 && ArrayRef(channelsLast(rank)) == transpose.getPermutation()
               ? transpose.getInput()
               : Value();
  }
  if (auto reshape = value.getDefiningOp<nn::ReshapeOp>()) {
    SmallVector<nn::Dim> from = dimsOf(reshape.getInput()), to = dimsOf(value);
    const bool isView = from.size() == to.size() && from.size() >= 3 && isFlat(from) &&
                        inOrder(ArrayRef(from), channelsLast(int64_t(from.size()))) == to;
    return isView ? reshape.getInput() : Value();
  }
  return {};
}

bool Binder::isImage(Value value) { return value && viewedImage(value) != nullptr; }

Value Binder::image(StringRef part, Value x) {
  if (!ok())
    return {};
  if (Value image = viewedImage(x))
    return image;
  const int64_t rank = rankOf(x);
  const Ints order = channelsFirst(rank);
  SmallVector<nn::Dim> shape = inOrder(ArrayRef(dimsOf(x)), order);
  if (shape == dimsOf(x) && isFlat(shape))
    return x;
  if (isFlat(shape))
    return reshapePart(part, x, shape);
  for (Operation *user : x.getUsers()) // of another layer that reads it
    if (auto transpose = dyn_cast<nn::TransposeOp>(user))
      if (transpose.getPermutation() == ArrayRef(order))
        return transpose.getResult();
  return this->part<nn::TransposeOp>(part, elementOf(x), x, order);
}

void Binder::bindImage(Value y) {
  if (!ok())
    return;
  const Ints order = channelsLast(rankOf(y));
  SmallVector<nn::Dim> shape = inOrder(ArrayRef(dimsOf(y)), order);
  Value view = isFlat(dimsOf(y)) ? reshapePart("nhwc", y, shape)
                                 : part<nn::TransposeOp>("nhwc", elementOf(y), y, order);
  bindReal(0, view);
}

Value Binder::imageOperand(StringRef part, Value x, int64_t rank) {
  if (!ok() || rankOf(x) == 0)
    return x;
  SmallVector<nn::Dim> shape = dimsOf(x);
  if (llvm::all_of(shape, [](const nn::Dim &dim) { return dim == nn::staticDim(1); }))
    return rankOf(x) <= rank ? x : Value();
  if (int64_t(shape.size()) == rank)
    return image(part, x);
  shape.insert(shape.begin(), size_t(rank) - shape.size(), nn::staticDim(1));
  if (rankOf(x) == 1) { // a number for each channel
    SmallVector<nn::Dim> channels{shape.back()};
    channels.append(size_t(rank) - 2, nn::staticDim(1));
    return reshapePart(part, x, channels);
  }
  return image(part, reshapePart((part + "_aligned").str(), x, shape));
}

} // namespace qopt::graphdef

#include "importers/common/ops/views.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt {

SmallVector<nn::Dim> shapeOf(LayerBinder &b, unsigned index) {
  ImportedPtr given = b.imported(index);
  b.require(given != nullptr, "input " + Twine(index) + " is missing");
  if (!b.ok())
    return {};
  if (given->value)
    return llvm::to_vector<4>(nn::symbolicShape(given->value));
  if (given->ints)
    return llvm::map_to_vector<4>(given->ints->shape, nn::staticDim);
  qrt::Tensor tensor;
  b.constant(index, tensor);
  return llvm::map_to_vector<4>(tensor.shape(), nn::staticDim);
}

static qrt::Shape sizesOf(ArrayRef<nn::Dim> shape) {
  qrt::Shape sizes;
  for (nn::Dim dim : shape)
    sizes.push_back(dim.value());
  return sizes;
}

void emitView(LayerBinder &b, ArrayRef<nn::Dim> shape) {
  if (!b.ok())
    return;
  if (b.isInts(0) && shape.size() <= 1) {
    IntTensor ints;
    b.ints(0, ints);
    qrt::Shape sizes = sizesOf(shape);
    ints.shape.assign(sizes.begin(), sizes.end());
    return b.bind(0, ints);
  }
  if (b.isInts(0) || b.isConstant(0)) {
    qrt::Tensor tensor;
    b.constant(0, tensor);
    if (b.ok())
      b.bind(0, tensor.reshaped(sizesOf(shape)));
    return;
  }
  Value x;
  b.movable(0, x);
  if (b.ok())
    b.emitReshape(x, shape);
}

} // namespace qopt

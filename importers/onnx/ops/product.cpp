#include "importers/onnx/ops/product.h"

using namespace mlir;

namespace qopt::onnx {

bool isSummedInteger(Value value) {
  return elementOf(value).isInteger(32) || elementOf(value).isInteger(64);
}

Binder &factor(Binder &b, unsigned index, Value &value) {
  if (!b.any(index, value).ok())
    return b;
  std::string text;
  llvm::raw_string_ostream(text) << elementOf(value);
  return b.support(elementOf(value).isF32() || isSummedInteger(value), "on " + text);
}

static Value ofRank(Binder &b, StringRef name, Value x, size_t rank) {
  SmallVector<nn::Dim> shape = dimsOf(x);
  if (shape.size() == rank)
    return x;
  shape.insert(shape.begin(), rank - shape.size(), nn::staticDim(1));
  return b.reshapePart(name, x, shape);
}

// The same matrices again along leading dimensions: plus −0, which changes no f32.
static Value repeated(Binder &b, StringRef name, Value x, ArrayRef<nn::Dim> leading) {
  SmallVector<nn::Dim> own = dimsOf(x);
  if (nn::mayBeEqual(ArrayRef(own).drop_back(2), leading))
    return x;
  qrt::Shape sizes;
  for (const nn::Dim &dim : leading) {
    b.support(dim.isStatic(),
              "of factors whose leading dimensions broadcast to " + dim.text() + "; give --shape");
    if (!b.ok())
      return {};
    sizes.push_back(dim.value());
  }
  sizes.insert(sizes.end(), {1, 1});
  auto type = RankedTensorType::get(sizes, b.f32());
  std::vector<float> zeros(size_t(qrt::elementCount(sizes)), -0.0f);
  Value zero =
      b.constantPart((name + "/zeros").str(), type, qrt::Tensor::fromValues<float>(sizes, zeros));
  return b.part<nn::AddOp>(name, b.f32(), x, zero);
}

Factors alignFactors(Binder &b, Value left, Value right) {
  if (!b.ok())
    return {};
  size_t rank = size_t(std::max(rankOf(left), rankOf(right)));
  SmallVector<nn::Dim> before = dimsOf(right);
  ArrayRef<nn::Dim> leading = ArrayRef(before).drop_back(2);
  bool isOne = llvm::all_of(leading, [](nn::Dim dim) { return dim == nn::staticDim(1); });
  left = ofRank(b, "a", left, rank);
  if (isOne)
    return {left,
            leading.empty() ? right : b.reshapePart("b", right, ArrayRef(before).take_back(2))};
  right = ofRank(b, "b", right, rank);
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> a = dimsOf(left), c = dimsOf(right);
  auto joint = nn::broadcastShapes(ArrayRef(a).drop_back(2), ArrayRef(c).drop_back(2));
  b.require(joint.has_value(), "leading dimensions of " + nn::toString(a) + " and " +
                                   nn::toString(c) + " do not broadcast");
  if (!b.ok())
    return {};
  return {repeated(b, "a_repeated", left, *joint), repeated(b, "b_repeated", right, *joint)};
}

// Integers: each product, then their sum.
static Value integerProduct(Binder &b, StringRef name, Value left, Value right) {
  SmallVector<nn::Dim> a = dimsOf(left), c = dimsOf(right);
  b.require(elementOf(left) == elementOf(right), "factors have different element types");
  a.push_back(nn::staticDim(1));
  c.insert(c.end() - 2, nn::staticDim(1));
  Value products = b.part<nn::MulOp>("products", elementOf(left), b.reshapePart("a", left, a),
                                     b.reshapePart("b", right, c));
  if (!b.ok())
    return {};
  Ints axes{rankOf(products) - 2};
  return b.part<nn::ReduceSumOp>(name, elementOf(left), products, axes, /*keep_dims=*/false);
}

Value productPart(Binder &b, StringRef name, Value left, Value right) {
  if (b.ok() && isSummedInteger(left))
    return integerProduct(b, name, left, right);
  auto [first, second] = alignFactors(b, left, right);
  return b.part<nn::MatmulOp>(name, b.f32(), first, second, Value(), /*transpose_b=*/false);
}

} // namespace qopt::onnx

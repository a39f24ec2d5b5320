#include "importers/onnx/ops/matmul/product.h"

using namespace mlir;

namespace qopt::onnx {

bool isSummedInteger(Value value) {
  return elementOf(value).isInteger(32) || elementOf(value).isInteger(64);
}

Binder &factor(Binder &b, unsigned index, Value &value) {
  if (!b.any(index, value).ok() || isSummedInteger(value))
    return b;
  return b.input(index, value);
}

static Value ofRank(Binder &b, StringRef name, Value x, size_t rank) {
  SmallVector<nn::Dim> shape = dimsOf(x);
  if (shape.size() == rank)
    return x;
  shape.insert(shape.begin(), rank - shape.size(), nn::staticDim(1));
  return b.reshapePart(name, x, shape);
}

// The same matrices again along leading dimensions.
static Value repeated(Binder &b, StringRef name, Value x, ArrayRef<nn::Dim> leading) {
  SmallVector<nn::Dim> own = dimsOf(x), shape(leading);
  if (nn::mayBeEqual(ArrayRef(own).drop_back(2), leading))
    return x;
  shape.append(own.end() - 2, own.end());
  return b.partAs<nn::ExpandOp>(name, shape, elementOf(x), x);
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

// Integers: each product, then their sum. Both wrap, with a sign or without.
static Value integerProduct(Binder &b, StringRef name, Value left, Value right) {
  SmallVector<nn::Dim> a = dimsOf(left), c = dimsOf(right);
  Type element = elementOf(left),
       bits = IntegerType::get(b.context(), element.getIntOrFloatBitWidth());
  b.require(element == elementOf(right), "factors have different element types");
  if (element != bits) {
    Value sum = integerProduct(b, "bits", b.part<nn::BitCastOp>("a_bits", bits, left),
                               b.part<nn::BitCastOp>("b_bits", bits, right));
    return b.part<nn::BitCastOp>(name, element, sum);
  }
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

Value ofMatrices(Binder &b, Value left, Value right,
                 function_ref<Value(StringRef, Value, Value)> product) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> a = dimsOf(left), c = dimsOf(right);
  b.require(!a.empty() && !c.empty(), "a factor is a scalar");
  if (!b.ok())
    return {};
  bool isRow = a.size() == 1, isColumn = c.size() == 1;
  if (!isRow && !isColumn)
    return product("", left, right);
  if (isRow) {
    a.insert(a.begin(), nn::staticDim(1));
    left = b.reshapePart("row", left, a);
  }
  if (isColumn) {
    c.push_back(nn::staticDim(1));
    right = b.reshapePart("column", right, c);
  }
  Value y = product("product", left, right);
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> result = dimsOf(y);
  if (isRow)
    result.erase(result.end() - 2);
  if (isColumn)
    result.pop_back();
  return b.reshapePart("", y, result);
}

} // namespace qopt::onnx

// Gemm and MatMul.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

static SmallVector<nn::Dim> dimsOf(Value value) {
  return llvm::to_vector<4>(nn::symbolicShape(value));
}

static Value scaled(Binder &b, StringRef part, Value x, float factor) {
  if (!b.ok() || factor == 1.0f)
    return x;
  Value scalar = b.scalarPart((part + "_factor").str(), factor);
  return b.part<nn::MulOp>(part, b.f32(), x, scalar);
}

// C as the bias of nn.matmul where it runs along the columns; null otherwise.
static Value columnBias(Binder &b, Value c, nn::Dim columns) {
  SmallVector<nn::Dim> shape = dimsOf(c);
  bool isRow = !shape.empty() && shape.back() == columns &&
               llvm::all_of(ArrayRef(shape).drop_back(),
                            [](nn::Dim dim) { return dim == nn::staticDim(1); });
  if (!isRow)
    return nullptr;
  if (shape.size() == 1)
    return c;
  if (!b.isConstant(2))
    return b.reshapePart("bias", c, columns);
  qrt::Tensor tensor;
  b.constant(2, tensor);
  auto type = RankedTensorType::get({columns.value()}, b.f32());
  return b.ok() ? b.constantPart("bias", type, tensor.reshaped({columns.value()})) : Value();
}

// alpha·A'·B' + beta·C
static void gemm(Binder &b) {
  Value a, factor, c;
  float alpha = 1, beta = 1;
  bool transA = false, transB = false;
  b.arity(2, 3).input(0, a).input(1, factor).optional(2, c);
  b.attr("alpha", alpha).attr("beta", beta).attr("transA", transA).attr("transB", transB);
  if (!b.ok())
    return;
  b.require(rankOf(a) == 2 && rankOf(factor) == 2, "A and B must have rank 2")
      .require(!c || rankOf(c) <= 2, "C must have rank 2 at most");
  if (transA)
    a = b.part<nn::TransposeOp>("a", b.f32(), a, Ints{1, 0});
  if (c && beta == 0)
    c = nullptr;
  if (!b.ok())
    return;
  nn::Dim columns = nn::symbolicShape(factor)[transB ? 0 : 1];
  Value bias = c && alpha == 1 && beta == 1 ? columnBias(b, c, columns) : Value();
  if (alpha == 1 && (!c || bias))
    return b.emit<nn::MatmulOp>(b.f32(), a, factor, bias, transB);
  Value product = b.part<nn::MatmulOp>("product", b.f32(), a, factor, Value(), transB);
  if (!c) {
    Value scalar = b.scalarPart("alpha", alpha);
    return b.emit<nn::MulOp>(b.f32(), product, scalar);
  }
  product = scaled(b, "scaled", product, alpha);
  c = scaled(b, "bias", c, beta);
  b.emit<nn::AddOp>(b.f32(), product, c);
}

// B of A's rank with the same leading dimensions, or a matrix for all of A.
static bool fits(ArrayRef<nn::Dim> a, ArrayRef<nn::Dim> b) {
  return b.size() == 2 || (a.size() == b.size() && nn::mayBeEqual(a.drop_back(2), b.drop_back(2)));
}

// Vectors become matrices for the product and lose that dimension after it.
static void matMul(Binder &b) {
  Value a, factor;
  b.arity(2, 2).input(0, a).input(1, factor);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> left = dimsOf(a), right = dimsOf(factor);
  b.require(!left.empty() && !right.empty(), "a factor is a scalar");
  if (!b.ok())
    return;
  bool vectorA = left.size() == 1, vectorB = right.size() == 1;
  SmallVector<nn::Dim> result;
  if (vectorA) {
    left.insert(left.begin(), nn::staticDim(1));
    a = b.reshapePart("a", a, left);
  }
  if (vectorB) {
    right.push_back(nn::staticDim(1));
    factor = b.reshapePart("b", factor, right);
  }
  b.support(fits(left, right), "of " + nn::toString(left) + " and " + nn::toString(right) +
                                   ", factors whose leading dimensions broadcast");
  if (!vectorA && !vectorB)
    return b.emit<nn::MatmulOp>(b.f32(), a, factor, Value(), /*transpose_b=*/false);
  Value product = b.part<nn::MatmulOp>("product", b.f32(), a, factor, Value(), false);
  if (!b.ok())
    return;
  result.assign(left.begin(), left.end() - 1);
  if (vectorA)
    result.pop_back();
  if (!vectorB)
    result.push_back(right.back());
  b.emitReshape(product, result);
}

ArrayRef<OpEntry> matmulOps() {
  static constexpr OpEntry ops[] = {{"Gemm", gemm}, {"MatMul", matMul}};
  return ops;
}

} // namespace qopt::onnx

// Gemm and MatMul.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"

using namespace mlir;

namespace qopt::onnx {

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
Value gemmPart(Binder &b, StringRef name) {
  Value a, factor, c;
  float alpha = 1, beta = 1;
  bool transA = false, transB = false;
  b.arity(2, 3).input(0, a).input(1, factor).optional(2, c);
  b.attr("alpha", alpha).attr("beta", beta).attr("transA", transA).attr("transB", transB);
  if (b.opset() < 7)
    b.ignore("broadcast", "C's shape says it");
  if (!b.ok())
    return {};
  b.require(rankOf(a) == 2 && rankOf(factor) == 2, "A and B must have rank 2")
      .require(!c || rankOf(c) <= 2, "C must have rank 2 at most");
  if (transA)
    a = b.part<nn::TransposeOp>("a", b.f32(), a, Ints{1, 0});
  if (c && beta == 0)
    c = nullptr;
  if (!b.ok())
    return {};
  nn::Dim columns = nn::symbolicShape(factor)[transB ? 0 : 1];
  Value bias = c && alpha == 1 && beta == 1 ? columnBias(b, c, columns) : Value();
  if (alpha == 1 && (!c || bias))
    return b.part<nn::MatmulOp>(name, b.f32(), a, factor, bias, transB);
  Value product = b.part<nn::MatmulOp>("product", b.f32(), a, factor, Value(), transB);
  if (!c)
    return b.part<nn::MulOp>(name, b.f32(), product, b.scalarPart("alpha", alpha));
  product = scaled(b, "scaled", product, alpha);
  c = scaled(b, "bias", c, beta);
  return b.part<nn::AddOp>(name, b.f32(), product, c);
}

static void gemm(Binder &b) {
  Value y = gemmPart(b, "");
  b.bindReal(0, y);
}

static void matMul(Binder &b) {
  Value a, right;
  b.arity(2, 2);
  factor(b, 0, a);
  factor(b, 1, right);
  if (!b.ok())
    return;
  b.require(elementOf(a) == elementOf(right), "factors have different element types");
  Value y = ofMatrices(b, a, right, [&](StringRef name, Value left, Value other) {
    return productPart(b, name, left, other);
  });
  b.bindReal(0, y);
}

static Value withLastTwoSwapped(Binder &b, StringRef name, Value x) {
  if (!b.ok())
    return {};
  Ints order = llvm::to_vector<6>(llvm::seq<int64_t>(0, rankOf(x)));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return b.part<nn::TransposeOp>(name, b.f32(), x, order);
}

// alpha·A'·B', as ONNX Runtime's optimizer writes it.
static void fusedMatMul(Binder &b) {
  Value a, right;
  float alpha = 1;
  bool transA = false, transB = false, batchA = false, batchB = false;
  b.arity(2, 2).input(0, a).input(1, right).attr("alpha", alpha);
  b.attr("transA", transA).attr("transB", transB);
  b.attr("transBatchA", batchA).attr("transBatchB", batchB);
  b.support(!batchA && !batchB, "transBatchA or transBatchB");
  if (!b.ok())
    return;
  b.support(rankOf(a) >= 2 && rankOf(right) >= 2, "of a vector");
  if (transA)
    a = withLastTwoSwapped(b, "a_transposed", a);
  auto [first, second] = alignFactors(b, a, right);
  if (alpha == 1)
    return b.emit<nn::MatmulOp>(b.f32(), first, second, Value(), transB);
  Value product = b.part<nn::MatmulOp>("product", b.f32(), first, second, Value(), transB);
  Value scalar = b.scalarPart("alpha", alpha);
  b.emit<nn::MulOp>(b.f32(), product, scalar);
}

ArrayRef<OpEntry> matmulOps() {
  static constexpr OpEntry ops[] = {
      {"Gemm", gemm}, {"MatMul", matMul}, {"FusedMatMul", fusedMatMul, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx

// FULLY_CONNECTED, BATCH_MATMUL.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/ops/hybrid/rounded.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

// [batch, k], or [a…, k] where dimensions are kept.
static Value rowsOf(Binder &b, Value x, int64_t length, bool keepsDims) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x);
  if (keepsDims && shape.size() >= 2)
    return x;
  std::optional<nn::Dim> count = nn::productOf(shape);
  std::optional<nn::Dim> rows = count ? nn::quotient(*count, nn::staticDim(length)) : std::nullopt;
  b.require(rows.has_value(), "rows of " + Twine(length) + " do not divide " + nn::toString(shape));
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> matrix{*rows, nn::staticDim(length)};
  return shape == matrix ? x : b.reshapePart("rows", x, matrix);
}

// Weights of steps, of which each row of real values has a range of its own.
static void hybridProduct(Binder &b, const schema::FullyConnectedOptions &said) {
  Value x = b.real(0), bias = b.has(2) ? b.real(2) : Value();
  PlainWeights weights = plainWeights(b, 1);
  b.require(!b.ok() || rankOf(weights.steps) == 2, "weights are no matrix");
  if (!b.ok())
    return;
  x = rowsOf(b, x, dimsOf(weights.steps)[1].value(), said.keep_num_dims());
  const Range range = said.asymmetric_quantize_inputs() ? Range::Whole : Range::Even;
  const Rounded rows = b.ok() ? rounded(b, x, {rankOf(x) - 1}, range) : Rounded();
  Value y = roundedProduct(b, "product", rows, weights, bias);
  b.bindReal(0, b.activated(y, said.fused_activation_function()));
}

static void fullyConnected(Binder &b) {
  const auto *said = b.arity(2, 3).options<schema::FullyConnectedOptions>();
  b.require(said, "has no options");
  b.support(!said || said->weights_format() == schema::FullyConnectedOptionsWeightsFormat::DEFAULT,
            "with shuffled weights");
  if (isHybrid(b, 0, 1))
    return hybridProduct(b, *said);
  b.needChannelScales(1, 0, 0);
  Value x = b.real(0), weights = b.weights(1), bias = b.bias(2, 0, 1);
  if (!b.ok())
    return;
  b.require(rankOf(weights) == 2, "weights of rank " + Twine(rankOf(weights)) + ", not 2");
  if (!b.ok())
    return;
  b.support(dimsOf(weights)[1].isStatic(), "with weights of open size");
  if (!b.ok())
    return;
  x = rowsOf(b, x, dimsOf(weights)[1].value(), said->keep_num_dims());
  Value y = b.part<nn::MatmulOp>("product", b.f32(), x, weights, bias, /*transpose_b=*/true);
  b.bindReal(0, b.activated(y, said->fused_activation_function()));
}

// The last two dimensions change places.
static Value adjoint(Binder &b, StringRef name, Value x) {
  if (!b.ok())
    return {};
  Ints order = llvm::to_vector<4>(llvm::seq<int64_t>(0, rankOf(x)));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return b.part<nn::TransposeOp>(name, elementOf(x), x, order);
}

// Leading dimensions, broadcast to `leading`.
static Value repeated(Binder &b, StringRef name, Value x, ArrayRef<nn::Dim> leading) {
  SmallVector<nn::Dim> own = dimsOf(x), shape(leading);
  shape.append(own.end() - 2, own.end());
  if (own.size() < shape.size()) {
    own.insert(own.begin(), shape.size() - own.size(), nn::staticDim(1));
    x = b.reshapePart((name + "/rank").str(), x, own);
  }
  if (!b.ok() || nn::mayBeEqual(own, shape))
    return x;
  return b.partAs<nn::ExpandOp>(name, shape, elementOf(x), x);
}

static void batchMatMul(Binder &b) {
  const auto *said = b.arity(2, 2).options<schema::BatchMatMulOptions>();
  Value left = b.real(0), right = b.real(1);
  if (!b.ok())
    return;
  b.require(rankOf(left) >= 2 && rankOf(right) >= 2, "a factor is no matrix");
  b.support(elementOf(left).isF32() && elementOf(right).isF32(), "of integers");
  if (b.ok() && said && said->adj_x())
    left = adjoint(b, "left", left);
  if (b.ok() && said && said->adj_y())
    right = adjoint(b, "right", right);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> a = dimsOf(left), c = dimsOf(right);
  if (a.size() > 2 || c.size() > 2) {
    auto leading = nn::broadcastShapes(ArrayRef(a).drop_back(2), ArrayRef(c).drop_back(2));
    b.require(leading.has_value(), "leading dimensions of " + nn::toString(a) + " and " +
                                       nn::toString(c) + " do not broadcast");
    if (!b.ok())
      return;
    left = repeated(b, "left_repeated", left, *leading);
    right = c.size() == 2 ? right : repeated(b, "right_repeated", right, *leading);
  }
  b.bindReal(0, b.part<nn::MatmulOp>("product", b.f32(), left, right, Value(), false));
}

ArrayRef<OpEntry> productOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{FULLY_CONNECTED, fullyConnected}, {BATCH_MATMUL, batchMatMul}};
  return ops;
}

} // namespace qopt::tflite

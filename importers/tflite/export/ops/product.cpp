// FULLY_CONNECTED, BATCH_MATMUL.
#include "importers/tflite/export/ops/sums.h"

using namespace mlir;

namespace qopt::tflite {

static void fullyConnected(Layer &b, nn::MatmulOp op) {
  Value x = op.getA(), weights = op.getB();
  if (!takesSum(b, x, weights, op.getBias()))
    return;
  SmallVector<TensorIndex> inputs{
      b.in(x), weightsIn(b, weights, x, op.getTransposeB() ? FileOrder() : FileOrder{1, 0})};
  if (op.getBias())
    inputs.push_back(biasIn(b, op.getBias(), x, weights));
  if (!b.ok())
    return;
  schema::FullyConnectedOptionsT said;
  said.keep_num_dims = rankOf(x) > 2;
  said.fused_activation_function = b.takeActivation();
  b.write(schema::BuiltinOperator::FULLY_CONNECTED, inputs, {}, optionsOf(said));
}

static void batchMatMul(Layer &b, nn::MatmulOp op) {
  if (op.getBias() && !nn::isF32(op.getResult().getType()))
    return b.refuse("of computed factors, with an integer bias");
  if (nn::isQuantized(op.getA().getType()) != nn::isQuantized(op.getResult().getType()) ||
      nn::isQuantized(op.getA().getType()) != nn::isQuantized(op.getB().getType()))
    return b.refuse("whose sums of steps become floats at once");
  schema::BatchMatMulOptionsT said;
  said.adj_y = op.getTransposeB();
  const TensorIndex left = b.in(op.getA()), right = b.in(op.getB());
  if (!op.getBias())
    return b.write(schema::BuiltinOperator::BATCH_MATMUL, {left, right}, {}, optionsOf(said));
  TensorIndex product =
      b.part(schema::BuiltinOperator::BATCH_MATMUL, "product", {left, right},
             elementOf(op.getResult()), nn::symbolicShape(op.getResult()), optionsOf(said));
  const TensorIndex bias = b.in(op.getBias());
  schema::AddOptionsT added;
  added.fused_activation_function = b.takeActivation();
  b.write(schema::BuiltinOperator::ADD, {product, bias}, {}, optionsOf(added));
}

static void product(Layer &b, nn::MatmulOp op) {
  const bool isConstant = op.getB().getDefiningOp<nn::ConstantOp>() != nullptr;
  if (isConstant && rankOf(op.getB()) == 2 && rankOf(op.getA()) >= 2)
    return fullyConnected(b, op);
  batchMatMul(b, op);
}

ArrayRef<ExportEntry> productExports() {
  static constexpr ExportEntry table[] = {row<nn::MatmulOp, product>()};
  return table;
}

} // namespace qopt::tflite

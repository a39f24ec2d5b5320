// Convolutions and matrix products.
#include "importers/onnx/export/op_table.h"
#include "importers/onnx/export/ops/integer_product.h"

#include "ir/values/weights.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

// An integer bias has the scale s_x·s_w[c], which its operands' types imply.
static std::string biasOf(Layer &b, Value bias, Value x, Value weights) {
  if (!bias || elementOf(bias) == qrt::ElementType::F32)
    return b.in(bias);
  nn::WeightScales scales = nn::weightScales(weights.getType());
  double s = nn::quantParams(x.getType())->scale;
  qrt::Tensor steps = *nn::constantTensor(bias); // the verifier takes no other integer
  auto scale = qrt::Tensor::allocate(qrt::ElementType::F32,
                                     scales.axis < 0 ? qrt::Shape{}
                                                     : qrt::Shape{int64_t(scales.scales.size())});
  bool isNormal = true;
  for (auto [to, from] : llvm::zip_equal(scale.mutableValues<float>(), scales.scales))
    isNormal &= std::isnormal(to = float(s * from));
  if (isNormal && steps.type() == qrt::ElementType::I32) {
    std::string name = baseName(bias);
    Parameters parameters{
        b.constant("bias_scale", scale),
        b.constant("bias_zero_point", qrt::Tensor::allocate(qrt::ElementType::I32, scale.shape())),
        scales.axis < 0 ? -1 : 0};
    std::string real = b.graph.draft.uniqueValue(name + "_DequantizeLinear_Output");
    return b.graph.dequantize(name + "_DequantizeLinear", b.in(bias), parameters, real);
  }
  // A bias for which DequantizeLinear has no type or scale is written as real numbers.
  auto real = qrt::Tensor::allocate(qrt::ElementType::F32, steps.shape());
  for (int64_t i = 0; i < steps.size(); ++i)
    real.mutableValues<float>()[i] =
        float(double(qrt::integerAt(steps, i)) * s * scales.scales[scales.axis < 0 ? 0 : i]);
  return b.constant("bias", real);
}

// ---- convolutions ----

static void setWindow(Node node, nn::Conv2dOp op) {
  node.set("strides", op.getStrides())
      .set("pads", op.getPads())
      .set("dilations", op.getDilations())
      .set("group", int64_t(op.getGroups()));
}

static void conv(Layer &b, nn::Conv2dOp op) {
  auto window = [&](Node node) { setWindow(node, op); };
  if (nn::isPlainInteger(op.getInput().getType()))
    return integerConv(b, op, window);
  std::vector<std::string> inputs = {b.in(op.getInput()), b.in(op.getWeights()),
                                     biasOf(b, op.getBias(), op.getInput(), op.getWeights())};
  if (!op.getResidual())
    return window(b.result("Conv", inputs));
  Node sum = b.part("Conv", "convolution", inputs);
  window(sum);
  b.result("Add", {sum, b.in(op.getResidual())});
}

// ---- matrix products ----

// [n, k] as [k, n]: a constant is written so, that nothing stands between it and the product.
static std::string transposed(Layer &b, Value matrix) {
  int64_t rank = rankOf(matrix);
  Ints order = llvm::to_vector<6>(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 1], order[rank - 2]);
  bool isWhole = rank == 2 && !nn::packedType(matrix.getType());
  if (!isWhole || !matrix.getDefiningOp<nn::ConstantOp>())
    return b.part("Transpose", "transposed", {b.in(matrix)}, matrix).set("perm", order);
  return b.graph.transposedConstant(matrix);
}

// A bias of rank 1 behind the product of more than matrices.
static void productOfMany(Layer &b, nn::MatmulOp op, const std::string &second) {
  if (!op.getBias())
    return void(b.result("MatMul", {b.in(op.getA()), second}));
  std::string product = b.part("MatMul", "product", {b.in(op.getA()), second});
  b.result("Add", {product, biasOf(b, op.getBias(), op.getA(), op.getB())});
}

static void matmul(Layer &b, nn::MatmulOp op) {
  const bool isInteger = nn::isPlainInteger(op.getA().getType());
  const bool isGemm = rankOf(op.getA()) == 2 && !isInteger && (op.getBias() || op.getTransposeB());
  std::string second = op.getTransposeB() && !isGemm ? transposed(b, op.getB()) : b.in(op.getB());
  if (isInteger)
    return integerMatmul(b, op, second);
  if (!isGemm)
    return productOfMany(b, op, second);
  Node node =
      b.result("Gemm", {b.in(op.getA()), second, biasOf(b, op.getBias(), op.getA(), op.getB())});
  if (op.getTransposeB())
    node.set("transB", int64_t(1));
}

ArrayRef<ExportEntry> productExports() {
  static constexpr ExportEntry table[] = {
      row<nn::Conv2dOp, conv>(),
      row<nn::MatmulOp, matmul>(),
      plain<nn::DetOp>("Det"),
  };
  return table;
}

} // namespace qopt::onnx

// Convolutions and matrix products, of real values and of plain integers.
#include "importers/onnx/export/op_table.h"

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
  // What DequantizeLinear has no type or scale for is the real bias.
  auto real = qrt::Tensor::allocate(qrt::ElementType::F32, steps.shape());
  for (int64_t i = 0; i < steps.size(); ++i)
    real.mutableValues<float>()[i] =
        float(double(qrt::integerAt(steps, i)) * s * scales.scales[scales.axis < 0 ? 0 : i]);
  return b.constant("bias", real);
}

static bool isIntegerProduct(Operation *op) {
  return nn::isPlainInteger(op->getOperand(0).getType());
}

// ---- plain integers: ONNX sums to i32, and scales in f32 as we do ----

// A zero point that ONNX may leave out; a vector of one is a scalar there too.
static std::string sum(Layer &b, StringRef type, Names factors, Value inputZero, Value weightsZero,
                       bool isLast, llvm::function_ref<void(Node)> finish) {
  std::vector<std::string> inputs(factors);
  inputs.push_back(b.in(inputZero));
  inputs.push_back(b.in(weightsZero));
  Node node = isLast ? b.result(type, inputs) : b.part(type, "sum", inputs);
  finish(node);
  return node;
}

template <typename Op>
static void integerProduct(Layer &b, Op op, StringRef type, Names factors, Value x,
                           llvm::function_ref<void(Node)> finish) {
  Value y = op.getResult();
  bool isSum = elementOf(y) == qrt::ElementType::I32 && !op.getInputScale();
  if (qrt::bitWidth(elementOf(x)) != 8 || !isSum)
    return b.refuse("of plain integers that are not of 8 bits summed to 32");
  Value bias = op.getBias();
  std::string total = sum(b, type, factors, op.getInputZero(), op.getWeightsZero(), !bias, finish);
  if (!bias)
    return;
  Ints shape(rankOf(y), 1);
  shape[std::is_same_v<Op, nn::Conv2dOp> ? 1 : rankOf(y) - 1] = -1;
  std::string row = b.indexPart("Reshape", "bias", {b.in(bias), b.ints("bias_shape", shape)});
  b.result("Add", {total, row}, y);
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
  if (isIntegerProduct(op))
    return integerProduct(b, op, "ConvInteger", {b.in(op.getInput()), b.in(op.getWeights())},
                          op.getInput(), window);
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
  const bool isMatrix = rankOf(op.getA()) == 2 && !isIntegerProduct(op);
  const bool isGemm = isMatrix && (op.getBias() || op.getTransposeB());
  std::string second = op.getTransposeB() && !isGemm ? transposed(b, op.getB()) : b.in(op.getB());
  if (isIntegerProduct(op))
    return integerProduct(b, op, "MatMulInteger", {b.in(op.getA()), second}, op.getA(),
                          [](Node) {});
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

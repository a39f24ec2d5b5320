#include "importers/onnx/export/ops/integer_product.h"

#include "importers/onnx/export/op_table.h"
#include "importers/onnx/file/tensor_data.h"

using namespace mlir;

namespace qopt::onnx {

namespace {
/// The names of ONNX's operators for such a product, and the place of the sum's channels.
struct Product {
  llvm::StringLiteral sums, scales; // to i32; to 8 bits
  std::string first, second;
  int64_t channelDim;
  llvm::function_ref<void(Node)> finish;
};
} // namespace

// A vector along the channels, to be joined with the result.
static std::string alongChannels(Layer &b, StringRef name, Value vector, const Product &product) {
  if (rankOf(vector) == 0 || product.channelDim < 0)
    return b.in(vector);
  Ints shape(rankOf(b.op->getResult(0)), 1);
  shape[product.channelDim] = -1;
  return b.indexPart("Reshape", name, {b.in(vector), b.ints((name + "_shape").str(), shape)});
}

static std::string zeroOf(Layer &b, Value zero, Value like) {
  return zero ? b.in(zero) : b.scalarInteger("zero", 0, like);
}

// QLinearConv, QLinearMatMul.
template <typename Op>
static void toSteps(Layer &b, Op op, const Product &product, Value first, Value second) {
  Value bias = op.getBias(), y = op.getResult();
  constexpr bool isConv = std::is_same_v<Op, nn::Conv2dOp>;
  if (bias && (!isConv || elementOf(bias) != qrt::ElementType::I32))
    return b.refuse("to 8 bits with a bias that ONNX's operator does not have");
  std::vector<std::string> inputs = {product.first,
                                     b.in(op.getInputScale()),
                                     zeroOf(b, op.getInputZero(), first),
                                     product.second,
                                     b.in(op.getWeightsScale()),
                                     zeroOf(b, op.getWeightsZero(), second),
                                     b.in(op.getResultScale()),
                                     zeroOf(b, op.getResultZero(), y),
                                     b.in(bias)};
  product.finish(b.result(product.scales, inputs));
}

// The sum, its i32 bias, and where it has scales f32(sum)·(s_x·s_w) and an f32 bias.
template <typename Op> static void toSum(Layer &b, Op op, const Product &product) {
  Value bias = op.getBias(), y = op.getResult();
  bool isReal = elementOf(y) == qrt::ElementType::F32;
  bool addsSteps = bias && elementOf(bias) == qrt::ElementType::I32;
  std::vector<std::string> inputs = {product.first, product.second, b.in(op.getInputZero()),
                                     b.in(op.getWeightsZero())};
  bool isLast = !addsSteps && !isReal;
  Node node = isLast ? b.result(product.sums, inputs) : b.part(product.sums, "sum", inputs);
  product.finish(node);
  std::string sum = node;
  if (addsSteps) {
    inputs = {sum, alongChannels(b, "bias", bias, product)};
    sum = isReal ? b.part("Add", "biased", inputs, bias) : b.result("Add", inputs, bias);
  }
  if (!isReal)
    return;
  sum = b.indexPart("Cast", "real", {sum}).set("to", int64_t(dataTypeOf(qrt::ElementType::F32)));
  std::string scale = b.part(
      "Mul", "scale",
      {b.in(op.getInputScale()), alongChannels(b, "scales", op.getWeightsScale(), product)}, y);
  if (!bias || addsSteps)
    return void(b.result("Mul", {sum, scale}, y));
  std::string scaled = b.part("Mul", "scaled", {sum, scale}, y);
  b.result("Add", {scaled, alongChannels(b, "bias", bias, product)}, y);
}

template <typename Op>
static void write(Layer &b, Op op, const Product &product, Value first, Value second) {
  qrt::ElementType result = elementOf(op.getResult());
  if (qrt::bitWidth(elementOf(first)) != 8 || qrt::bitWidth(elementOf(second)) != 8)
    return b.refuse("of plain integers other than of 8 bits");
  if (result == qrt::ElementType::I32 || qrt::isFloat(result))
    return toSum(b, op, product);
  if (qrt::bitWidth(result) != 8)
    return b.refuse("of plain integers to 16 bits");
  toSteps(b, op, product, first, second);
}

void integerConv(Layer &b, nn::Conv2dOp op, function_ref<void(Node)> setWindow) {
  Product product{"ConvInteger", "QLinearConv", b.in(op.getInput()), b.in(op.getWeights()), 1,
                  setWindow};
  write(b, op, product, op.getInput(), op.getWeights());
}

void integerMatmul(Layer &b, nn::MatmulOp op, const std::string &second) {
  auto nothing = [](Node) {};
  Product product{"MatMulInteger", "QLinearMatMul", b.in(op.getA()), second, -1, nothing};
  write(b, op, product, op.getA(), op.getB());
}

} // namespace qopt::onnx

// Functions of one element, arithmetic of two.
#include "importers/onnx/export/op_table.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

static void clip(Layer &b, nn::ClipOp op) {
  auto bound = [&](StringRef name, const APFloat &value) {
    return value.isInfinity() ? "" : b.scalar(name, double(value.convertToFloat()), op.getInput());
  };
  std::string low = bound("min", op.getMin()), high = bound("max", op.getMax());
  b.result("Clip", {b.in(0), low, high});
}

static void hardSigmoid(Layer &b, nn::HardSigmoidOp op) {
  b.result("HardSigmoid", {b.in(0)})
      .set("alpha", op.getAlpha().convertToFloat())
      .set("beta", op.getBeta().convertToFloat());
}

// One of ONNX's with an alpha.
template <typename Op> static void withAlpha(Layer &b, Op op) {
  b.result(b.entry.type, {b.in(0)}).set("alpha", op.getAlpha().convertToFloat());
}
template <typename Op> static constexpr ExportEntry alphaRow(llvm::StringLiteral type) {
  return row<Op, withAlpha<Op>>(type);
}

static void selu(Layer &b, nn::SeluOp op) {
  b.result("Selu", {b.in(0)})
      .set("alpha", op.getAlpha().convertToFloat())
      .set("gamma", op.getGamma().convertToFloat());
}

static void shrink(Layer &b, nn::ShrinkOp op) {
  b.result("Shrink", {b.in(0)})
      .set("lambd", op.getLambd().convertToFloat())
      .set("bias", op.getBias().convertToFloat());
}

// ONNX's Swish is of opset 24, which few read.
static void swish(Layer &b, nn::SwishOp op) {
  std::string x = b.in(0), inner = x;
  if (!op.getAlpha().isExactlyValue(1.0))
    inner = b.part("Mul", "scaled",
                   {x, b.scalar("alpha", double(op.getAlpha().convertToFloat()), op.getInput())});
  b.result("Mul", {x, b.part("Sigmoid", "sigmoid", {inner})});
}

// ONNX's Neg takes no unsigned integers.
static void neg(Layer &b, nn::NegOp op) {
  if (qrt::isUnsigned(elementOf(op.getInput())))
    b.result("Sub", {b.scalar("zero", 0, op.getInput()), b.in(0)});
  else
    writePlain(b);
}

static void mod(Layer &b, nn::ModOp op) {
  Node node = b.result("Mod", b.inputs());
  if (op.getTruncated())
    node.set("fmod", int64_t(1));
}

// ONNX's slope broadcasts to the input, not the input to it.
static void prelu(Layer &b, nn::PReluOp op) {
  std::string x = b.in(0);
  nn::SymbolicShape from = nn::symbolicShape(op.getLhs()), to = nn::symbolicShape(op.getResult());
  if (from != to)
    x = b.part("Expand", "expanded", {x, b.sizes("shape", to)});
  b.result("PRelu", {x, b.in(1)});
}

static void gelu(Layer &b, nn::GeluOp op) {
  b.result("Gelu", {b.in(0)}).set("approximate", op.getApproximate());
}

static void batchNorm(Layer &b, nn::BatchNormOp op) {
  b.result("BatchNormalization", b.inputs()).set("epsilon", op.getEpsilon().convertToFloat());
}

ArrayRef<ExportEntry> elementwiseExports() {
  static constexpr ExportEntry table[] = {
      plain<nn::AddOp>("Add"),
      plain<nn::SubOp>("Sub"),
      plain<nn::MulOp>("Mul"),
      plain<nn::DivOp>("Div"),
      plain<nn::PowOp>("Pow"),
      plain<nn::MaxOp>("Max"),
      plain<nn::MinOp>("Min"),
      row<nn::ModOp, mod>(),
      row<nn::PReluOp, prelu>(),
      plain<nn::ReluOp>("Relu"),
      row<nn::ClipOp, clip>(),
      plain<nn::SigmoidOp>("Sigmoid"),
      plain<nn::TanhOp>("Tanh"),
      row<nn::NegOp, neg>("Neg"),
      plain<nn::AbsOp>("Abs"),
      plain<nn::SignOp>("Sign"),
      plain<nn::ExpOp>("Exp"),
      plain<nn::LogOp>("Log"),
      plain<nn::SqrtOp>("Sqrt"),
      plain<nn::ErfOp>("Erf"),
      plain<nn::ReciprocalOp>("Reciprocal"),
      plain<nn::FloorOp>("Floor"),
      plain<nn::CeilOp>("Ceil"),
      plain<nn::RoundOp>("Round"),
      plain<nn::SoftsignOp>("Softsign"),
      plain<nn::HardSwishOp>("HardSwish"),
      plain<nn::SinOp>("Sin"),
      plain<nn::CosOp>("Cos"),
      plain<nn::TanOp>("Tan"),
      plain<nn::AsinOp>("Asin"),
      plain<nn::AcosOp>("Acos"),
      plain<nn::AtanOp>("Atan"),
      plain<nn::SinhOp>("Sinh"),
      plain<nn::CoshOp>("Cosh"),
      plain<nn::AsinhOp>("Asinh"),
      plain<nn::AcoshOp>("Acosh"),
      plain<nn::AtanhOp>("Atanh"),
      plain<nn::SoftplusOp>("Softplus"),
      plain<nn::MishOp>("Mish"),
      row<nn::HardSigmoidOp, hardSigmoid>(),
      alphaRow<nn::LeakyReluOp>("LeakyRelu"),
      alphaRow<nn::ThresholdedReluOp>("ThresholdedRelu"),
      alphaRow<nn::EluOp>("Elu"),
      alphaRow<nn::CeluOp>("Celu"),
      row<nn::SeluOp, selu>(),
      row<nn::ShrinkOp, shrink>(),
      row<nn::SwishOp, swish>(),
      row<nn::GeluOp, gelu>(),
      row<nn::BatchNormOp, batchNorm>(),
  };
  return table;
}

} // namespace qopt::onnx

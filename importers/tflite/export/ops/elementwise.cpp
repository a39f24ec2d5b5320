// Arithmetic and activations, element by element.
#include "importers/tflite/export/graph/op_table.h"

#include "ir/values/weights.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

template <typename Options> static schema::BuiltinOptionsUnion withActivation(Layer &b) {
  Options said;
  if constexpr (requires { said.pot_scale_int16; })
    said.pot_scale_int16 = false;
  said.fused_activation_function = b.takeActivation();
  return optionsOf(said);
}

// Steps and floats in one operation have no kernel.
static void needOneKind(Layer &b) {
  const bool isQuantized = nn::isQuantized(b.op->getResult(0).getType());
  for (Value operand : b.op->getOperands())
    if (nn::isQuantized(operand.getType()) != isQuantized)
      b.refuse("on steps and floats at once; quantize it with --insert-quant=\"profile=tflite …\"");
}

static void writeBinary(Layer &b, schema::BuiltinOperator code,
                        schema::BuiltinOptionsUnion options) {
  needOneKind(b);
  const FileOrder order = b.commonOrder();
  const TensorIndex left = b.broadcastIn(b.op->getOperand(0), order);
  const TensorIndex right = b.broadcastIn(b.op->getOperand(1), order);
  if (b.ok())
    b.write(code, {left, right}, order, std::move(options));
}

static void add(Layer &b) { writeBinary(b, ADD, withActivation<schema::AddOptionsT>(b)); }
static void sub(Layer &b) { writeBinary(b, SUB, withActivation<schema::SubOptionsT>(b)); }
static void mul(Layer &b) { writeBinary(b, MUL, withActivation<schema::MulOptionsT>(b)); }
static void div(Layer &b) { writeBinary(b, DIV, withActivation<schema::DivOptionsT>(b)); }

template <schema::BuiltinOperator code> static void binary(Layer &b) { writeBinary(b, code, {}); }

// The kernels compare steps of one kind.
template <schema::BuiltinOperator code> static void extreme(Layer &b) {
  for (Value operand : b.op->getOperands())
    if (elementOf(operand) != elementOf(b.op->getResult(0)))
      b.refuse("of values of several scales");
  binary<code>(b);
}

static void writeUnary(Layer &b, schema::BuiltinOperator code,
                       schema::BuiltinOptionsUnion options = {}) {
  needOneKind(b);
  const FileOrder order = b.commonOrder();
  const TensorIndex x = b.in(b.op->getOperand(0), order);
  if (b.ok())
    b.write(code, {x}, order, std::move(options));
}
template <schema::BuiltinOperator code> static void unary(Layer &b) { writeUnary(b, code); }

// The kernels want this scale and zero point of their result.
static void needResult(Layer &b, double scale, bool isAtLowest) {
  std::optional<nn::QuantParams> y = nn::quantParams(b.op->getResult(0).getType());
  if (!y)
    return;
  const bool isWide = qrt::byteWidth(y->storage) == 2;
  const double wanted = isWide ? 0x1p-15 : scale;
  const int64_t zero = isWide || !isAtLowest ? 0 : qrt::lowestOf(y->storage);
  if (y->scale != wanted || (y->zeroPoint != zero && y->storage != qrt::ElementType::U8))
    b.refuse("whose result has another scale or zero point than TFLite's kernel writes");
}

static void logistic(Layer &b) {
  needResult(b, 0x1p-8, true);
  writeUnary(b, LOGISTIC);
}
static void hyperbolic(Layer &b) {
  needResult(b, 0x1p-7, false);
  writeUnary(b, TANH);
}

// Bounds that no activation has, by extremes of numbers.
static void bounded(Layer &b, nn::ClipOp op) {
  Value x = op.getInput();
  if (elementOf(x) != elementOf(op.getResult()))
    return b.refuse("by such bounds, between steps of several kinds");
  const FileOrder order = b.commonOrder();
  TensorIndex value = b.in(x, order);
  const double low = op.getMin().convertToDouble(), high = op.getMax().convertToDouble();
  auto options = [] { return optionsOf(schema::MaximumMinimumOptionsT()); };
  if (std::isinf(high))
    return b.write(MAXIMUM, {value, b.scalar("min", low, x)}, order, options());
  if (!std::isinf(low)) {
    nn::SymbolicShape shape = nn::symbolicShape(x);
    value = b.part(MAXIMUM, "bounded", {value, b.scalar("min", low, x)}, elementOf(x),
                   inOrder(ArrayRef<nn::Dim>(shape), order), options());
  }
  b.write(MINIMUM, {value, b.scalar("max", high, x)}, order, options());
}

static void clip(Layer &b, nn::ClipOp op) {
  const std::pair<double, double> bounds(op.getMin().convertToDouble(),
                                         op.getMax().convertToDouble());
  static constexpr std::pair<std::pair<double, double>, schema::BuiltinOperator> named[] = {
      {{0, 6}, RELU6}, {{-1, 1}, RELU_N1_TO_1}, {{0, 1}, RELU_0_TO_1}};
  for (const auto &[known, code] : named)
    if (known == bounds)
      return writeUnary(b, code);
  bounded(b, op);
}

static void leakyRelu(Layer &b, nn::LeakyReluOp op) {
  schema::LeakyReluOptionsT said;
  said.alpha = op.getAlpha().convertToFloat();
  writeUnary(b, LEAKY_RELU, optionsOf(said));
}

static void gelu(Layer &b, nn::GeluOp op) {
  schema::GeluOptionsT said;
  said.approximate = op.getApproximate() == "tanh";
  writeUnary(b, GELU, optionsOf(said));
}

static void elu(Layer &b, nn::EluOp op) {
  if (!op.getAlpha().isExactlyValue(1.0))
    return b.refuse("with an alpha that is not 1");
  writeUnary(b, ELU);
}

static void reciprocal(Layer &b, nn::ReciprocalOp op) {
  if (!nn::isF32(op.getInput().getType()) || !nn::isF32(op.getResult().getType()))
    return b.refuse("on steps: 1 need not be one of its input's values");
  const FileOrder order = b.commonOrder();
  const TensorIndex x = b.in(op.getInput(), order);
  b.write(DIV, {b.scalar("one", 1, op.getInput()), x}, order, optionsOf(schema::DivOptionsT()));
}

// x·sigmoid(alpha·x)
static void swish(Layer &b, nn::SwishOp op) {
  Value x = op.getInput();
  if (!nn::isF32(x.getType()) || !nn::isF32(op.getResult().getType()))
    return b.refuse("on steps, as one table");
  const FileOrder order = b.commonOrder();
  const TensorIndex value = b.in(x, order);
  nn::SymbolicShape shape = nn::symbolicShape(x);
  auto sizes = inOrder(ArrayRef<nn::Dim>(shape), order);
  TensorIndex inner = value;
  if (!op.getAlpha().isExactlyValue(1.0))
    inner = b.part(MUL, "scaled", {value, b.scalar("alpha", op.getAlpha().convertToDouble(), x)},
                   elementOf(x), sizes, optionsOf(schema::MulOptionsT()));
  TensorIndex gate = b.part(LOGISTIC, "gate", {inner}, elementOf(x), sizes);
  b.write(MUL, {value, gate}, order, optionsOf(schema::MulOptionsT()));
}

// min(max(alpha·x + beta, 0), 1)
static void hardSigmoid(Layer &b, nn::HardSigmoidOp op) {
  Value x = op.getInput();
  if (!nn::isF32(x.getType()) || !nn::isF32(op.getResult().getType()))
    return b.refuse("on steps, as one table");
  const FileOrder order = b.commonOrder();
  nn::SymbolicShape shape = nn::symbolicShape(x);
  auto sizes = inOrder(ArrayRef<nn::Dim>(shape), order);
  const TensorIndex value = b.in(x, order);
  TensorIndex y =
      b.part(MUL, "scaled", {value, b.scalar("alpha", op.getAlpha().convertToDouble(), x)},
             elementOf(x), sizes, optionsOf(schema::MulOptionsT()));
  y = b.part(ADD, "moved", {y, b.scalar("beta", op.getBeta().convertToDouble(), x)}, elementOf(x),
             sizes, optionsOf(schema::AddOptionsT()));
  b.write(RELU_0_TO_1, {y}, order);
}

ArrayRef<ExportEntry> elementwiseExports() {
  static constexpr ExportEntry table[] = {
      plain<nn::AddOp, add>(),
      plain<nn::SubOp, sub>(),
      plain<nn::MulOp, mul>(),
      plain<nn::DivOp, div>(),
      plain<nn::PowOp, binary<POW>>(),
      plain<nn::PReluOp, binary<PRELU>>(),
      plain<nn::MaxOp, extreme<MAXIMUM>>(),
      plain<nn::MinOp, extreme<MINIMUM>>(),
      plain<nn::ReluOp, unary<RELU>>(),
      plain<nn::SigmoidOp, logistic>(),
      plain<nn::TanhOp, hyperbolic>(),
      plain<nn::NegOp, unary<NEG>>(),
      plain<nn::AbsOp, unary<ABS>>(),
      plain<nn::SignOp, unary<SIGN>>(),
      plain<nn::ExpOp, unary<EXP>>(),
      plain<nn::LogOp, unary<LOG>>(),
      plain<nn::SqrtOp, unary<SQRT>>(),
      plain<nn::FloorOp, unary<FLOOR>>(),
      plain<nn::CeilOp, unary<CEIL>>(),
      plain<nn::RoundOp, unary<ROUND>>(),
      plain<nn::SinOp, unary<SIN>>(),
      plain<nn::CosOp, unary<COS>>(),
      plain<nn::HardSwishOp, unary<HARD_SWISH>>(),
      row<nn::ClipOp, clip>(),
      row<nn::LeakyReluOp, leakyRelu>(),
      row<nn::GeluOp, gelu>(),
      row<nn::EluOp, elu>(),
      row<nn::ReciprocalOp, reciprocal>(),
      row<nn::SwishOp, swish>(),
      row<nn::HardSigmoidOp, hardSigmoid>(),
  };
  return table;
}

} // namespace qopt::tflite

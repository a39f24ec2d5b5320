#include "ir/ops/accumulate.h"

#include "ir/ops.h"
#include "ir/ops/long_product.h"
#include "ir/ops/rescale.h"
#include "ir/ops/zero_points.h"
#include "ir/values/weights.h"
#include "ir/verify.h"

using namespace mlir;
using qrt::ScalarOp;

namespace qopt::nn {

qrt::ElementType accumulatorType(Type input) {
  return isF32(input) ? qrt::ElementType::F32
                      : qrt::sumType(storageType(input).value_or(qrt::ElementType::I8));
}

qrt::ElementType pooledType(Type input, bool sums) {
  qrt::ElementType type = accumulatorType(input);
  return sums ? type : qrt::extremeType(type);
}

LogicalResult verifyFactors(Operation *op, StringRef label, const Accumulation &acc) {
  Type input = acc.inputType(), weights = acc.weightsType();
  if (isF32(input))
    return success();
  if (!qrt::isAnchorType(*storageType(input)) ||
      !qrt::isFactorType(*storageType(weights), *storageType(input)))
    return violates(op, label) << "storage of " << input << " and " << weights
                               << " must be i8, u8 or i16, the second's no wider";
  Type stored = acc.result.getType();
  std::optional<QuantParams> result = quantParams(stored);
  bool isSum = isPlainInteger(input) && storageType(stored) == accumulatorType(input);
  if (!isSum && !qrt::isAnchorType(*storageType(stored)))
    return violates(op, label) << "the result's storage must be i8, u8 or i16, got " << stored;
  if (isPlainInteger(input))
    return success();
  for (double scale : weightScales(weights).scales)
    if (failed(verifyMultiplier(op, label, quantParams(input)->scale * scale,
                                result ? result->scale : 1)))
      return failure();
  return acc.residual && result ? verifyRescale(op, label, acc.residual->getOperandNumber())
                                : success();
}

namespace {
/// A quantized result's parameters, and its s_y: one, or one a channel. No verifier lets the latter
/// pass: lowering makes such a product of several whose results have scales of their own.
struct ResultSteps {
  QuantParams params;
  SmallVector<double> scales;
};
} // namespace

static std::optional<ResultSteps> resultSteps(Type type) {
  if (std::optional<QuantParams> params = quantParams(type))
    return ResultSteps{*params, {params->scale}};
  auto columns = dyn_cast<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(type));
  if (!columns)
    return std::nullopt;
  assert(llvm::all_equal(columns.getZeroPoints()) && "products of several zero points are joined");
  return ResultSteps{{1, columns.getZeroPoints().front(), columns.getStorageTypeMin(),
                      columns.getStorageTypeMax(), *storageType(type)},
                     SmallVector<double>(columns.getScales())};
}

static double scaleAt(ArrayRef<double> scales, size_t channel) {
  return scales[scales.size() == 1 ? 0 : channel];
}

// Lite's products with constant weights are rescaled in f64 (L2).
static bool hasLongProduct(const Accumulation &op) {
  Operation *product = op.result.getDefiningOp();
  return isa<MatmulOp>(product) && isLite(product) && op.weights->get().getDefiningOp<ConstantOp>();
}

// Lite takes s_x·s_w of bytes without sign, and of products with one scale, in f32 (L1).
static bool hasFloatProduct(const Accumulation &op) {
  Operation *product = op.result.getDefiningOp();
  return isLite(product) && !hasLongProduct(op) &&
         (storageType(op.inputType()) == qrt::ElementType::U8 ||
          (isa<MatmulOp>(product) && weightScales(op.weightsType()).scales.size() == 1));
}

// s_x·s_w[c] / s_y for every channel (M1).
static SmallVector<double> ratios(const Accumulation &op, double inputScale,
                                  ArrayRef<double> resultScales) {
  const SmallVector<double> scales = weightScales(op.weightsType()).scales;
  const bool isFloat = hasFloatProduct(op);
  SmallVector<double> values;
  for (size_t c = 0; c < std::max(scales.size(), resultScales.size()); ++c) {
    const double product = inputScale * scaleAt(scales, c);
    values.push_back((isFloat ? double(float(product)) : product) / scaleAt(resultScales, c));
  }
  return values;
}

// b[c] / s_y (E3): correctly rounded either way, so constants are divided here.
static BodyValue biasInSteps(BodyBuilder &body, const Accumulation &op, ArrayRef<double> scales) {
  std::optional<qrt::Tensor> values = constantTensor(op.bias->get());
  if (!values) {
    const SmallVector<float> steps(scales.begin(), scales.end());
    BodyValue bias = body.operand(op.bias->getOperandNumber());
    BodyValue step = steps.size() == 1 ? body.scalar.constant(steps.front()) : body.channel(steps);
    return body.scalar.apply(ScalarOp::DivF, bias, step);
  }
  SmallVector<float> steps;
  for (float value : values->values<float>())
    steps.push_back(value / float(scaleAt(scales, steps.size())));
  return body.channel(steps);
}

static bool mayBeNaN(Value value) {
  std::optional<qrt::Tensor> known = constantTensor(value);
  return !known || !allFinite(*known);
}

static BodyValue floatEpilogue(BodyBuilder &body, const Accumulation &op) {
  BodyValue value = body.accumulator();
  if (op.bias)
    value = body.scalar.apply(ScalarOp::AddF, value, body.operand(op.bias->getOperandNumber()));
  if (op.residual)
    value = body.scalar.apply(ScalarOp::AddF, value, body.operand(op.residual->getOperandNumber()));
  return value;
}

// Σ (q_x − z_x)·(q_w − z_w) of Σ (q_x − z_x)·q_w and the window's Σ (q_x − z_x), modulo 2^32 or
// 2^64 (A5, A6).
static BodyValue withoutZeroPoints(BodyBuilder &body, const Accumulation &op, BodyValue sum) {
  qrt::ScalarBuilder &b = body.scalar;
  const SmallVector<int64_t> own = zeroPointsOf(op.weightsType());
  BodyValue zeros = body.channel(SmallVector<int32_t>(own.begin(), own.end()));
  if (sum.type == qrt::ScalarType::I64)
    zeros = b.apply(ScalarOp::I32ToI64, zeros);
  BodyValue window = body.operand(op.parameters.weightsZero->getOperandNumber());
  return b.apply(ScalarOp::SubI, sum, b.apply(ScalarOp::MulI, window, zeros));
}

static BodyValue longEpilogue(BodyBuilder &body, BodyValue sum, ArrayRef<double> scales,
                              const QuantParams &result) {
  const lite::LongMultipliers m(scales);
  if (sum.type == qrt::ScalarType::I32)
    sum = body.scalar.apply(ScalarOp::I32ToI64, sum);
  BodyValue t = lite::longProduct(body.scalar, sum, body.channel(m.low), body.channel(m.middle),
                                  body.channel(m.high), body.channel(m.shifts));
  return clampToStorage(body.scalar, t, result);
}

// docs/reference/numerics.md (E1 to E4).
BodyValue buildEpilogue(BodyBuilder &body, const Accumulation &op) {
  if (isPlainInteger(op.inputType()))
    return buildRunTimeEpilogue(body, op);
  std::optional<QuantParams> input = quantParams(op.inputType());
  if (!input)
    return floatEpilogue(body, op);
  qrt::ScalarBuilder &b = body.scalar;
  const std::optional<ResultSteps> steps = resultSteps(op.result.getType());
  const std::optional<QuantParams> result = steps ? std::optional(steps->params) : std::nullopt;
  const SmallVector<double> resultScales = steps ? steps->scales : SmallVector<double>{1};
  BodyValue sum = body.accumulator();
  if (isPlainInteger(op.result.getType())) // a window's sum, for the products that read it
    return sum;
  if (op.parameters.weightsZero)
    sum = withoutZeroPoints(body, op, sum);
  if (op.bias && !op.hasFloatBias())
    sum = b.apply(ScalarOp::AddI, sum, body.operand(op.bias->getOperandNumber()));
  SmallVector<double> scales = ratios(op, input->scale, resultScales);
  const bool staysInteger = result && !op.residual && !op.hasFloatBias();
  if (staysInteger && hasLongProduct(op))
    return longEpilogue(body, sum, scales, *result);
  if (staysInteger)
    return rescaled(b, rescalingOf(op.result.getDefiningOp()), sum, scales, *result,
                    [&](auto values) { return body.channel(values); });
  BodyValue t = b.apply(ScalarOp::IntToF32, sum);
  BodyValue m = body.channel(multipliers(scales));
  if (op.residual) {
    QuantParams residual = *quantParams(op.residual->get().getType());
    BodyValue r = centered(b, body.operand(op.residual->getOperandNumber()), residual);
    assert(resultScales.size() == 1 && "products with residuals are joined");
    BodyValue scale = b.constant(multiplier(residual.scale, resultScales.front()));
    t = b.apply(ScalarOp::FmaF, t, m, b.apply(ScalarOp::MulF, r, scale));
  } else if (op.hasFloatBias()) {
    BodyValue bias =
        result ? biasInSteps(body, op, resultScales) : body.operand(op.bias->getOperandNumber());
    t = b.apply(ScalarOp::FmaF, t, m, bias);
  } else {
    t = b.apply(ScalarOp::MulF, t, m);
  }
  if (!result)
    return t;
  // Integers give numbers; a float bias may be NaN, which stores the zero point as in quantize
  // (E8).
  if (op.hasFloatBias() && mayBeNaN(op.bias->get()))
    t = b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, t, t), t, b.constant(0.0f));
  return roundToStorage(b, t, *result);
}

int64_t channelOperandAxis(const Accumulation &acc, unsigned index, int64_t channelDim) {
  auto isIt = [&](OpOperand *operand) { return operand && operand->getOperandNumber() == index; };
  OpOperand *scale = acc.parameters.weightsScale;
  if (isIt(acc.bias))
    return channelDim;
  // One scale for all channels is broadcast.
  bool perChannel = isIt(scale) && symbolicShape(scale->get()).size() == 1 &&
                    symbolicShape(scale->get())[0] == symbolicShape(acc.result)[channelDim];
  return perChannel ? channelDim : -1;
}

std::optional<int64_t> knownZeroPoint(Type type, Value zero) {
  if (std::optional<QuantParams> params = quantParams(type))
    return params->zeroPoint;
  if (!zero || isQuantized(type)) // per axis: the sum is rid of them (withoutZeroPoints)
    return 0;
  std::optional<qrt::Tensor> value = constantTensor(zero);
  return value ? std::optional(qrt::integerAt(*value, 0)) : std::nullopt;
}

} // namespace qopt::nn

#include "ir/accumulate.h"

#include "ir/ops.h"
#include "ir/verify.h"
#include "ir/weights.h"

#include <limits>

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
  Type input = acc.input.getType(), weights = acc.weights.getType();
  if (!isQuantized(input))
    return success();
  if (!hasComputedStorage(input) || !hasComputedStorage(weights) ||
      !qrt::isFactorType(*storageType(weights), *storageType(input)))
    return violates(op, label) << "storage of " << input << " and " << weights
                               << " must be 8 or 16 bits, the second's no wider";
  std::optional<QuantParams> result = quantParams(acc.result.getType());
  if (result && !hasComputedStorage(acc.result.getType()))
    return violates(op, label) << "the result's storage must be i8, u8 or i16, got "
                               << acc.result.getType();
  for (double scale : weightScales(weights).scales)
    if (failed(verifyMultiplier(op, label, quantParams(input)->scale * scale,
                                result ? result->scale : 1)))
      return failure();
  return acc.residual && result ? verifyRescale(op, label, acc.residualIndex) : success();
}

// s_x·s_w[c] / s_y for every channel, in f64, rounded once.
static SmallVector<float> multipliers(double inputScale, Type weights, double resultScale) {
  SmallVector<float> values;
  for (double scale : weightScales(weights).scales)
    values.push_back(multiplier(inputScale * scale, resultScale));
  return values;
}

// b[c] / s_y: correctly rounded either way, so constants are divided here.
static BodyValue biasInSteps(BodyBuilder &body, const Accumulation &op, double scale) {
  std::optional<qrt::Tensor> values = constantTensor(op.bias);
  if (!values)
    return body.scalar.apply(ScalarOp::DivF, body.operand(op.biasIndex),
                             body.scalar.constant(float(scale)));
  SmallVector<float> steps;
  for (float value : values->values<float>())
    steps.push_back(value / float(scale));
  return body.channel(steps);
}

static BodyValue floatEpilogue(BodyBuilder &body, const Accumulation &op) {
  BodyValue value = body.accumulator();
  if (op.bias)
    value = body.scalar.apply(ScalarOp::AddF, value, body.operand(op.biasIndex));
  if (op.residual)
    value = body.scalar.apply(ScalarOp::AddF, value, body.operand(op.residualIndex));
  return value;
}

BodyValue buildEpilogue(BodyBuilder &body, const Accumulation &op) {
  std::optional<QuantParams> input = quantParams(op.input.getType());
  if (!input)
    return floatEpilogue(body, op);
  qrt::ScalarBuilder &b = body.scalar;
  std::optional<QuantParams> result = quantParams(op.result.getType());
  bool floatBias = op.bias && isF32(op.bias.getType());
  BodyValue sum = body.accumulator();
  if (op.bias && !floatBias)
    sum = b.apply(ScalarOp::AddI, sum, body.operand(op.biasIndex));
  BodyValue t = b.apply(ScalarOp::IntToF32, sum);
  double resultScale = result ? result->scale : 1;
  BodyValue m = body.channel(multipliers(input->scale, op.weights.getType(), resultScale));
  if (op.residual) {
    QuantParams residual = *quantParams(op.residual.getType());
    BodyValue r = centered(b, body.operand(op.residualIndex), residual);
    BodyValue scale = b.constant(multiplier(residual.scale, resultScale));
    t = b.apply(ScalarOp::FmaF, t, m, b.apply(ScalarOp::MulF, r, scale));
  } else if (floatBias) {
    BodyValue bias = result ? biasInSteps(body, op, resultScale) : body.operand(op.biasIndex);
    t = b.apply(ScalarOp::FmaF, t, m, bias);
  } else {
    t = b.apply(ScalarOp::MulF, t, m);
  }
  return result ? roundToStorage(b, t, *result) : t;
}

LogicalResult verifyProductSum(Operation *op, StringRef label, const Accumulation &acc,
                               int64_t terms) {
  std::optional<QuantParams> input = quantParams(acc.input.getType());
  if (!input || acc.weights.getDefiningOp<ConstantOp>() ||
      accumulatorType(acc.input.getType()) != qrt::ElementType::I32)
    return success();
  auto weights = cast<quant::QuantizedType>(getElementTypeOrSelf(acc.weights.getType()));
  std::optional<QuantParams> perTensor = quantParams(weights);
  int64_t reach = perTensor ? perTensor->reach()
                            : std::max(weights.getStorageTypeMax(), -weights.getStorageTypeMin());
  int64_t bound = 0;
  if (llvm::MulOverflow(input->reach() * reach, terms, bound) ||
      bound > std::numeric_limits<int32_t>::max())
    return violates(op, label) << "a sum of " << terms << " products may exceed 32 bits";
  return success();
}

static int64_t stepAt(const qrt::Tensor &tensor, int64_t i) {
  return qrt::visitValues(tensor, [&](auto values) { return int64_t(values[i]); });
}

int64_t accumulatorBound(const QuantParams &input, const qrt::Tensor &weights, int64_t axis,
                         const qrt::Tensor *integerBias) {
  int64_t channels = weights.shape()[axis], inner = 1;
  for (size_t i = axis + 1; i < weights.shape().size(); ++i)
    inner *= weights.shape()[i];
  std::vector<int64_t> sums(channels, 0);
  for (int64_t i = 0; i < weights.size(); ++i)
    sums[i / inner % channels] += std::abs(stepAt(weights, i));
  int64_t bound = 0;
  for (int64_t c = 0; c < channels; ++c) {
    int64_t bias = integerBias ? stepAt(*integerBias, c) : 0, total = 0;
    if (llvm::MulOverflow(sums[c], input.reach(), total) ||
        llvm::AddOverflow(total, std::abs(bias), total))
      return std::numeric_limits<int64_t>::max();
    bound = std::max(bound, total);
  }
  return bound;
}

} // namespace qopt::nn

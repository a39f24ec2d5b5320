#include "ir/ops/accumulate.h"

#include "ir/ops.h"
#include "ir/values/weights.h"
#include "ir/verify.h"

#include "llvm/Support/MathExtras.h"

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

static int64_t stepAt(const qrt::Tensor &tensor, int64_t i) {
  return qrt::visitValues(tensor, [&](auto values) { return int64_t(values[i]); });
}

namespace {
// Magnitudes of sums, none of which wraps: what is too large stays the largest.
using Magnitude = uint64_t;

Magnitude times(Magnitude a, Magnitude b) { return llvm::SaturatingMultiply(a, b); }
Magnitude plus(Magnitude a, Magnitude b) { return llvm::SaturatingAdd(a, b); }

// The positive and the negative part of a number or of a sum's terms.
struct Signed {
  Magnitude above = 0, below = 0;
  void add(int64_t term) {
    Magnitude &side = term < 0 ? below : above;
    side = plus(side, term < 0 ? -Magnitude(term) : Magnitude(term));
  }
};

// The largest accumulator value; one more lies below zero.
Magnitude accumulatorMax(const QuantParams &input) {
  return qrt::byteWidth(input.storage) == 1 ? std::numeric_limits<int32_t>::max()
                                            : std::numeric_limits<int64_t>::max();
}
} // namespace

// Whatever the signs: every product is as large as can be.
static bool fitAnyway(const QuantParams &input, Magnitude terms, Magnitude weightReach,
                      const qrt::Tensor *bias) {
  Magnitude largest = 0;
  for (int64_t c = 0; bias && c < bias->size(); ++c) {
    Signed b;
    b.add(stepAt(*bias, c));
    largest = std::max(largest, plus(b.above, b.below));
  }
  Magnitude products = times(times(terms, weightReach), Magnitude(input.reach()));
  return plus(products, largest) <= accumulatorMax(input);
}

bool sumsFit(const QuantParams &input, const qrt::Tensor &weights, SumLayout layout,
             const qrt::Tensor *integerBias) {
  Magnitude reach = QuantParams{1, 0, 0, 0, weights.type()}.reach();
  if (fitAnyway(input, Magnitude(layout.terms), reach, integerBias))
    return true;
  int64_t channels = weights.shape()[layout.axis], inner = 1;
  for (size_t i = layout.axis + 1; i < weights.shape().size(); ++i)
    inner *= weights.shape()[i];
  std::vector<Signed> sums(layout.terms ? weights.size() / layout.terms : channels);
  for (int64_t i = 0; i < weights.size(); ++i)
    sums[i / (layout.terms * channels) * channels + i / inner % channels].add(stepAt(weights, i));
  Magnitude high = Magnitude(input.highest() - input.zeroPoint);
  Magnitude low = Magnitude(input.zeroPoint - input.lowest());
  Magnitude most = accumulatorMax(input);
  for (auto [i, w] : llvm::enumerate(sums)) {
    Signed b;
    if (integerBias)
      b.add(stepAt(*integerBias, int64_t(i) % channels));
    if (plus(plus(times(w.above, high), times(w.below, low)), b.above) > most ||
        plus(plus(times(w.above, low), times(w.below, high)), b.below) > most + 1)
      return false;
  }
  return true;
}

// The reach of stored weights: constants are checked against their declared range, others not.
static int64_t weightReach(Value weights) {
  auto type = cast<quant::QuantizedType>(getElementTypeOrSelf(weights.getType()));
  if (weights.getDefiningOp<ConstantOp>())
    return std::max(type.getStorageTypeMax(), -type.getStorageTypeMin());
  if (std::optional<QuantParams> perTensor = quantParams(type))
    return perTensor->reach();
  return QuantParams{1, 0, 0, 0, *storageType(type)}.reach();
}

LogicalResult verifyProductSum(Operation *op, StringRef label, const Accumulation &acc,
                               SumLayout layout) {
  std::optional<QuantParams> input = quantParams(acc.input.getType());
  if (!input)
    return success();
  bool integers = acc.bias && !isF32(acc.bias.getType());
  if (integers && !acc.bias.getDefiningOp<ConstantOp>())
    return violates(op, label) << "nothing bounds an integer bias that is no constant";
  std::optional<qrt::Tensor> bias = integers ? constantTensor(acc.bias) : std::nullopt;
  const qrt::Tensor *addend = bias ? &*bias : nullptr;
  if (fitAnyway(*input, Magnitude(layout.terms), Magnitude(weightReach(acc.weights)), addend))
    return success();
  // Data that is missing is an error where it is read.
  std::optional<qrt::Tensor> weights = constantTensor(acc.weights);
  bool isConstant = acc.weights.getDefiningOp<ConstantOp>() != nullptr;
  if (isConstant && (!weights || sumsFit(*input, *weights, layout, addend)))
    return success();
  return violates(op, label) << "a sum of " << layout.terms << " products "
                             << (integers ? "and its bias may exceed " : "may exceed ")
                             << (qrt::byteWidth(input->storage) == 1 ? 32 : 64) << " bits";
}

} // namespace qopt::nn

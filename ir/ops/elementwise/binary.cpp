// Two operands, one element each; and batch norm, an affine map per channel.
#include "ir/ops.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/elementwise/gain.h"
#include "ir/ops/rescale.h"
#include "ir/values/weights.h"
#include "ir/verify.h"
#include "runtime/numerics/types/halves.h"

#include <limits>

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

LogicalResult qopt::nn::detail::inferBroadcast(Operation *op,
                                               SmallVectorImpl<SymbolicShape> &results,
                                               EmitError error) {
  SymbolicShape all = symbolicShape(op->getOperand(0));
  for (Value operand : op->getOperands().drop_front()) {
    SymbolicShape next = symbolicShape(operand);
    std::optional<SymbolicShape> shape = broadcastShapes(all, next);
    if (!shape)
      return error() << "(C1): " << toString(all) << " and " << toString(next)
                     << " do not broadcast";
    all = *shape;
  }
  results.push_back(all);
  return success();
}

// The float or plain integer form.
static BodyValue plain(BodyBuilder &body, ScalarOp floatOp, ScalarOp integerOp) {
  BodyValue a = body.operand(0), b = body.operand(1);
  return body.scalar.apply(a.type == qrt::ScalarType::F32 ? floatOp : integerOp, a, b);
}

namespace {
struct SumParams {
  QuantParams a, b;
  std::optional<QuantParams> result; // none: an f32
};
} // namespace
static SumParams sumParams(Operation *op) {
  return {*quantParams(op->getOperand(0).getType()), *quantParams(op->getOperand(1).getType()),
          quantParams(op->getResult(0).getType())};
}

// The grid on which TFLite adds (G3): twice the larger scale over 2^sumBits, so that the sum stays
// within 32 bits.
static int sumBits(const SumParams &params) {
  const bool wide = qrt::byteWidth(params.a.storage) == 2 || qrt::byteWidth(params.b.storage) == 2;
  return wide ? 15 : 20;
}
static double twiceTheLarger(const SumParams &params) {
  return 2 * std::max(params.a.scale, params.b.scale);
}

// Returns whether the grid is fine enough beside the result's scale; else it is off by more than 1.
static bool hasFixedSum(const SumParams &params) {
  constexpr double coarsest = 0.125; // of a step
  return params.result &&
         std::ldexp(twiceTheLarger(params), -sumBits(params)) <= coarsest * params.result->scale;
}

// Rescales both operands to that grid, adds, and rescales the sum to the result's scale.
static BodyValue fixedSum(BodyBuilder &body, const SumParams &params, bool subtract) {
  qrt::ScalarBuilder &s = body.scalar;
  const int bits = sumBits(params);
  const double twice = twiceTheLarger(params);
  auto onGrid = [&](unsigned index, const QuantParams &of) {
    BodyValue q = centeredSteps(s, body.operand(index), of);
    q = s.apply(ScalarOp::ShlI, q, s.constant(int32_t(bits)));
    return fixedProduct(s, q, of.scale / twice);
  };
  BodyValue a = onGrid(0, params.a), b = onGrid(1, params.b);
  BodyValue sum = s.apply(subtract ? ScalarOp::SubI : ScalarOp::AddI, a, b);
  const double ratio = std::ldexp(twice / params.result->scale, -bits);
  return clampToStorage(s, fixedProduct(s, sum, ratio), *params.result);
}

// fma(f32(a − z_a), m_a, ±f32(b − z_b)·m_b) (E5)
static BodyValue quantizedSum(BodyBuilder &body, Operation *op, bool subtract) {
  const SumParams params = sumParams(op);
  const Rescaling rescaling = rescalingOf(op);
  if (params.result &&
      (rescaling == Rescaling::Lite || (rescaling == Rescaling::FixedPoint && hasFixedSum(params))))
    return fixedSum(body, params, subtract);
  qrt::ScalarBuilder &s = body.scalar;
  const auto &[pa, pb, py] = params;
  const double step = py ? py->scale : 1;
  BodyValue a = centered(s, body.operand(0), pa);
  BodyValue b = centered(s, body.operand(1), pb);
  BodyValue scaled = s.apply(ScalarOp::MulF, b, s.constant(multiplier(pb.scale, step)));
  if (subtract)
    scaled = s.apply(ScalarOp::NegF, scaled);
  BodyValue sum = s.apply(ScalarOp::FmaF, a, s.constant(multiplier(pa.scale, step)), scaled);
  return py ? roundToStorage(s, sum, *py) : sum;
}

static bool isQuantizedToFloat(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0)).isF32() &&
         llvm::all_of(op->getOperandTypes(),
                      [](Type type) { return quantParams(type) && fitsRule(type, {}); });
}

static LogicalResult verifySum(Operation *op) {
  if (isQuantizedToFloat(op))
    return success();
  return success(succeeded(verifyElements(op, "C2", {.integers = Integers::All, .narrow = true})) &&
                 succeeded(verifyRescale(op, "C3", 0)) && succeeded(verifyRescale(op, "C3", 1)));
}

static QuantizationRule ownRangeOfTwo() {
  return {ResultRule::OwnRange, {OperandRole::Activation, OperandRole::Activation}};
}
static QuantizationRule floatOnly() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::Float}};
}

LogicalResult AddOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return qopt::nn::detail::inferBroadcast(*this, results, error);
}
LogicalResult AddOp::verify() { return verifySum(*this); }
QuantizationRule AddOp::quantizationRule() { return ownRangeOfTwo(); }
OpCost AddOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue AddOp::buildBody(BodyBuilder &body) {
  return isQuantized(getLhs().getType()) ? quantizedSum(body, *this, false)
                                         : plain(body, ScalarOp::AddF, ScalarOp::AddI);
}

LogicalResult SubOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return qopt::nn::detail::inferBroadcast(*this, results, error);
}
LogicalResult SubOp::verify() { return verifySum(*this); }
QuantizationRule SubOp::quantizationRule() { return ownRangeOfTwo(); }
OpCost SubOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue SubOp::buildBody(BodyBuilder &body) {
  return isQuantized(getLhs().getType()) ? quantizedSum(body, *this, true)
                                         : plain(body, ScalarOp::SubF, ScalarOp::SubI);
}

LogicalResult MulOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return qopt::nn::detail::inferBroadcast(*this, results, error);
}
LogicalResult MulOp::verify() {
  if (failed(verifyElements(*this, "C2", {.integers = Integers::All, .narrow = true})))
    return failure();
  auto a = quantParams(getLhs().getType()), b = quantParams(getRhs().getType());
  return a ? verifyMultiplier(*this, "C3", a->scale * b->scale, quantParams(getType())->scale)
           : success();
}
QuantizationRule MulOp::quantizationRule() { return ownRangeOfTwo(); }
OpCost MulOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue MulOp::buildBody(BodyBuilder &body) {
  if (!isQuantized(getType()))
    return plain(body, ScalarOp::MulF, ScalarOp::MulI);
  qrt::ScalarBuilder &s = body.scalar;
  QuantParams pa = *quantParams(getLhs().getType()), pb = *quantParams(getRhs().getType());
  QuantParams py = *quantParams(getType());
  const Rescaling rescaling = rescalingOf(*this);
  // One wide factor makes both wide: their widths may differ. Lite's product is one of 32 bits
  // (L5).
  bool wide = (qrt::byteWidth(pa.storage) == 2 || qrt::byteWidth(pb.storage) == 2) &&
              rescaling != Rescaling::Lite;
  auto steps = [&](unsigned index, const QuantParams &params) {
    BodyValue q = centeredSteps(s, body.operand(index), params);
    return wide ? s.apply(ScalarOp::I32ToI64, q) : q;
  };
  BodyValue product = s.apply(ScalarOp::MulI, steps(0, pa), steps(1, pb));
  return rescaled(s, rescaling, product, productRatio(rescaling, pa.scale, pb.scale, py.scale), py);
}

// Never quantized.
#define QOPT_PLAIN_BINARY(OP)                                                                      \
  LogicalResult OP::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {        \
    return qopt::nn::detail::inferBroadcast(*this, results, error);                                \
  }                                                                                                \
  QuantizationRule OP::quantizationRule() { return floatOnly(); }                                  \
  OpCost OP::cost(int64_t batch) { return costOf(*this, batch, 0); }

static LogicalResult verifyPlain(Operation *op) {
  return verifyElements(op, "C2", {.quantized = false, .integers = Integers::All, .narrow = true});
}
// Lite's extremes and prelu have steps, too (L13, L20).
static bool isOfSteps(Operation *op) {
  return isLite(op) && isQuantized(op->getResult(0).getType());
}
static LogicalResult verifyExtreme(Operation *op) {
  if (!isOfSteps(op))
    return verifyPlain(op);
  Type element = getElementTypeOrSelf(op->getResult(0));
  return llvm::all_of(op->getOperandTypes(),
                      [&](Type type) { return getElementTypeOrSelf(type) == element; })
             ? verifyElements(op, "C2", {})
             : LogicalResult(violates(op, "C2") << "steps of several types have no extreme");
}
static bool isU64(Type type) { return storageType(type) == qrt::ElementType::U64; }

// Bits of a u64 compare as signed ones with the highest bit turned.
static BodyValue extreme(BodyBuilder &body, Operation *op, ScalarOp floatOp, ScalarOp integerOp) {
  if (!isU64(op->getResult(0).getType()))
    return plain(body, floatOp, integerOp);
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue high = s.constant64(std::numeric_limits<int64_t>::min());
  auto turned = [&](BodyValue x) { return s.apply(ScalarOp::XorI, x, high); };
  return turned(s.apply(integerOp, turned(body.operand(0)), turned(body.operand(1))));
}

QOPT_PLAIN_BINARY(MaxOp)
LogicalResult MaxOp::verify() { return verifyExtreme(*this); }
BodyValue MaxOp::buildBody(BodyBuilder &body) {
  return extreme(body, *this, ScalarOp::MaxF, ScalarOp::MaxI);
}
QOPT_PLAIN_BINARY(MinOp)
LogicalResult MinOp::verify() { return verifyExtreme(*this); }
BodyValue MinOp::buildBody(BodyBuilder &body) {
  return extreme(body, *this, ScalarOp::MinF, ScalarOp::MinI);
}
QOPT_PLAIN_BINARY(DivOp)
LogicalResult DivOp::verify() { return verifyPlain(*this); }
BodyValue DivOp::buildBody(BodyBuilder &body) {
  return plain(body, ScalarOp::DivF, isU64(getType()) ? ScalarOp::DivU : ScalarOp::DivI);
}

QOPT_PLAIN_BINARY(PReluOp)
LogicalResult PReluOp::verify() {
  return isOfSteps(*this) ? verifyElements(*this, "C2", {.bits8 = true}) : verifyPlain(*this);
}

// (L13)
static BodyValue quantizedPRelu(BodyBuilder &body, PReluOp op) {
  qrt::ScalarBuilder &s = body.scalar;
  const QuantParams px = *quantParams(op.getLhs().getType()),
                    pa = *quantParams(op.getRhs().getType()), py = *quantParams(op.getType());
  BodyValue x = centeredSteps(s, body.operand(0), px);
  BodyValue product = s.apply(ScalarOp::MulI, x, centeredSteps(s, body.operand(1), pa));
  BodyValue below =
      fixedProduct(s, product, productRatio(Rescaling::Lite, px.scale, pa.scale, py.scale));
  BodyValue above = fixedProduct(s, x, float(px.scale) / float(py.scale));
  BodyValue isBelow = s.apply(ScalarOp::Less, x, s.constant(int32_t(0)));
  return clampToStorage(s, s.apply(ScalarOp::Select, isBelow, below, above), py);
}

BodyValue PReluOp::buildBody(BodyBuilder &body) {
  if (isQuantized(getType()))
    return quantizedPRelu(body, *this);
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue x = body.operand(0), product = plain(body, ScalarOp::MulF, ScalarOp::MulI);
  BodyValue zero = x.type == qrt::ScalarType::F32   ? s.constant(0.0f)
                   : x.type == qrt::ScalarType::I32 ? s.constant(0)
                                                    : s.constant64(0);
  BodyValue isBelow = isU64(getType()) ? s.constant(0) : s.apply(ScalarOp::Less, x, zero);
  return s.apply(ScalarOp::Select, isBelow, product, x);
}

// ---- remainders ----

QOPT_PLAIN_BINARY(ModOp)
LogicalResult ModOp::verify() {
  if (isFloat(getType()) && !getTruncated())
    return violates(*this, "C2") << "floats have the remainder of a truncated quotient alone";
  return verifyPlain(*this);
}

BodyValue ModOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue a = body.operand(0), b = body.operand(1);
  if (a.type == qrt::ScalarType::F32)
    return s.apply(ScalarOp::RemF, a, b);
  if (isU64(getType()))
    return s.apply(ScalarOp::RemU, a, b);
  BodyValue rest = s.apply(ScalarOp::RemI, a, b);
  if (getTruncated())
    return rest;
  BodyValue zero = a.type == qrt::ScalarType::I32 ? s.constant(0) : s.constant64(0);
  BodyValue differ = s.apply(ScalarOp::XorI, s.apply(ScalarOp::Less, rest, zero),
                             s.apply(ScalarOp::Less, b, zero));
  BodyValue isZero = s.apply(ScalarOp::Equal, rest, zero);
  BodyValue moved = s.apply(ScalarOp::Select, differ, s.apply(ScalarOp::AddI, rest, b), rest);
  return s.apply(ScalarOp::Select, isZero, rest, moved);
}

// ---- powers ----

QOPT_PLAIN_BINARY(PowOp)
LogicalResult PowOp::verify() {
  constexpr ElementRule rule{.quantized = false, .integers = Integers::All, .narrow = true};
  Type base = getElementTypeOrSelf(getLhs());
  if (!fitsRule(base, rule) || !fitsRule(getRhs().getType(), rule) ||
      getElementTypeOrSelf(getType()) != base)
    return violates(*this, "C2") << base << " to the power of " << getElementTypeOrSelf(getRhs());
  return success();
}

// Computes the power by the exponent's bits, in 64 bits; a u64's highest bit is no sign.
static BodyValue integerPower(qrt::ScalarBuilder &s, BodyValue base, bool isBaseU64,
                              BodyValue exponent, bool isExponentU64) {
  auto wide = [&](BodyValue x) {
    return x.type == qrt::ScalarType::I64 ? x : s.apply(ScalarOp::I32ToI64, x);
  };
  BodyValue power = wide(base), e = wide(exponent), one = s.constant64(1), zero = s.constant64(0);
  BodyValue result = one, square = power;
  for (int bit = 0; bit < (isExponentU64 ? 64 : 63); ++bit) {
    BodyValue isSet =
        s.apply(ScalarOp::Equal, one,
                s.apply(ScalarOp::AndI, one, s.apply(ScalarOp::ShrI, e, s.constant64(bit))));
    result = s.apply(ScalarOp::Select, isSet, s.apply(ScalarOp::MulI, result, square), result);
    square = s.apply(ScalarOp::MulI, square, square);
  }
  if (isExponentU64)
    return result;
  // 1 / a^|b|: of 1 and −1 alone it is not 0.
  BodyValue odd = s.apply(ScalarOp::Equal, one, s.apply(ScalarOp::AndI, one, e));
  BodyValue isOne = s.apply(ScalarOp::Equal, power, one);
  BodyValue isMinusOne = s.apply(ScalarOp::Equal, power, s.constant64(-1));
  BodyValue below = zero;
  if (!isBaseU64)
    below = s.apply(ScalarOp::Select, isMinusOne,
                    s.apply(ScalarOp::Select, odd, s.constant64(-1), one), zero);
  below = s.apply(ScalarOp::Select, isOne, one, below);
  return s.apply(ScalarOp::Select, s.apply(ScalarOp::Less, e, zero), below, result);
}

BodyValue PowOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue a = body.operand(0), b = body.operand(1);
  auto real = [&](BodyValue x, Value operand) {
    return x.type == qrt::ScalarType::F32 ? x : realOf(s, x, *storageType(operand.getType()));
  };
  if (a.type == qrt::ScalarType::F32)
    return s.apply(ScalarOp::PowF, a, real(b, getRhs()));
  auto stored = [&](BodyValue x) { return integerOf(s, x, *storageType(getType())); };
  if (b.type != qrt::ScalarType::F32)
    return stored(integerPower(s, a, isU64(getType()), b, isU64(getRhs().getType())));
  // Whole powers as an integer's: f32 would lose digits.
  BodyValue whole = s.apply(ScalarOp::F32ToIndex, b);
  BodyValue isWhole = s.apply(ScalarOp::Equal, s.apply(ScalarOp::IntToF32, whole), b);
  BodyValue isSmall = s.apply(ScalarOp::Less, s.apply(ScalarOp::AbsF, b), s.constant(0x1p31f));
  BodyValue power = stored(integerPower(s, a, isU64(getType()), whole, false));
  BodyValue root = stored(s.apply(ScalarOp::PowF, real(a, getLhs()), b));
  return s.apply(ScalarOp::Select, s.apply(ScalarOp::AndI, isWhole, isSmall), power, root);
}
#undef QOPT_PLAIN_BINARY

LogicalResult BatchNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  for (Value parameter : getOperands().drop_front())
    if (shape.size() < 2 || symbolicShape(parameter) != SymbolicShape{shape[1]})
      return error() << "(C1): parameter " << parameter.getType()
                     << " does not run along dimension 1 of " << toString(shape);
  results.push_back(shape);
  return success();
}
LogicalResult BatchNormOp::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule BatchNormOp::quantizationRule() {
  return {ResultRule::StaysFloat, SmallVector<OperandRule, 5>(5, OperandRole::Float)};
}
OpCost BatchNormOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
int64_t BatchNormOp::operandAxis(unsigned index) { return index == 0 ? -1 : 1; }

// Returns the values of a constant, or of a cast that widens one; none for another value.
static std::optional<std::vector<float>> constantFloats(Value value) {
  if (auto cast = value.getDefiningOp<CastOp>(); cast && !cast.getSaturate().value_or(false)) {
    std::optional<qrt::ElementType> stored = storageType(cast.getInput().getType());
    if (stored && qrt::isHalf(*stored))
      value = cast.getInput();
  }
  std::optional<qrt::Tensor> tensor = constantTensor(value);
  if (!tensor || !qrt::isFloat(tensor->type()))
    return std::nullopt;
  return qrt::visitValues(*tensor, [](auto values) {
    std::vector<float> numbers;
    for (auto v : values)
      numbers.push_back(float(v));
    return numbers;
  });
}

// The gain where its parameters are known: it is computed once, and not for each element.
static std::optional<std::vector<float>> knownGain(BatchNormOp op) {
  std::optional<std::vector<float>> gain = constantFloats(op.getGamma()),
                                    variance = constantFloats(op.getVariance());
  if (!gain || !variance)
    return std::nullopt;
  const float epsilon = op.getEpsilon().convertToFloat();
  for (auto [g, v] : llvm::zip_equal(*gain, *variance))
    g = gainOf(g, v, epsilon);
  return gain;
}

BodyValue BatchNormOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue x = body.operand(0), beta = body.operand(2), mean = body.operand(3);
  auto gain = [&] {
    if (std::optional<std::vector<float>> known = knownGain(*this))
      return body.channel(*known);
    BodyValue gamma = body.operand(1), variance = body.operand(4);
    BodyValue epsilon = s.constant(getEpsilon().convertToFloat());
    BodyValue root = s.apply(ScalarOp::SqrtF, s.apply(ScalarOp::AddF, variance, epsilon));
    return s.apply(ScalarOp::MulF, gamma, s.apply(ScalarOp::DivF, s.constant(1.0f), root));
  };
  BodyValue scaled = s.apply(ScalarOp::MulF, s.apply(ScalarOp::SubF, x, mean), gain());
  return s.apply(ScalarOp::AddF, scaled, beta);
}

// Conversions between real values, steps and plain element types.
#include "ir/ops.h"
#include "ir/ops/rescale.h"
#include "ir/verify.h"

#include <limits>

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

static LogicalResult sameShape(Operation *op, SmallVectorImpl<SymbolicShape> &results) {
  results.push_back(symbolicShape(op->getOperand(0)));
  return success();
}

static LogicalResult verifyEnds(Operation *op, bool ok, StringRef expected) {
  if (ok)
    return success();
  return violates(op, "C2") << expected << ", got " << op->getOperand(0).getType() << " to "
                            << op->getResult(0).getType();
}

static quant::UniformQuantizedPerAxisType perAxis(Type type) {
  return dyn_cast<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(type));
}
static BodyValue scaleOf(BodyBuilder &body, quant::UniformQuantizedPerAxisType type) {
  SmallVector<float> values(type.getScales().begin(), type.getScales().end());
  return body.channel(values);
}
// Returns zero points as f32, which is exact: they and the values that they are added to are small
// integers.
static BodyValue zeroPointOf(BodyBuilder &body, quant::UniformQuantizedPerAxisType type) {
  SmallVector<float> values(type.getZeroPoints().begin(), type.getZeroPoints().end());
  return body.channel(values);
}
static bool hasZeroPoint(quant::UniformQuantizedPerAxisType type) {
  return llvm::any_of(type.getZeroPoints(), [](int64_t z) { return z != 0; });
}

// Returns whether the element types are equal again. Shapes follow from the copies in between, and
// the caller compares them.
static bool restoresElements(Operation *op, Operation *producer) {
  return getElementTypeOrSelf(producer->getOperand(0)) == getElementTypeOrSelf(op->getResult(0));
}

// Exact copies do not combine elements, so an elementwise conversion may be done before them.
static bool isExactCopy(Operation *op) {
  return isa<ReshapeOp, TransposeOp, MaxPool2dOp, SliceOp, SplitOp>(op);
}

// ---- quantize ----

LogicalResult QuantizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult QuantizeOp::verify() {
  // 32-bit steps are no f32, in which they are clamped.
  bool ok = isFloat(getInput().getType()) && isQuantized(getType()) &&
            qrt::byteWidth(*storageType(getType())) <= 2;
  return verifyEnds(*this, ok, "quantize takes a float to a quantized type of 8 or 16 bits");
}
QuantizationRule QuantizeOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost QuantizeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue QuantizeOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  const Rescaling rescaling = rescalingOf(*this);
  if (auto params = quantParams(getType())) {
    if (rescaling != Rescaling::Lite)
      return quantizeReal(s, body.operand(0), *params);
    BodyValue t = s.apply(ScalarOp::DivF, body.operand(0), s.constant(float(params->scale)));
    t = s.apply(ScalarOp::Select, s.apply(ScalarOp::Equal, t, t), t, s.constant(0.0f));
    return roundToStorage(s, nearestInteger(s, rescaling, t), *params); // (L15)
  }
  auto type = perAxis(getType());
  BodyValue t = s.apply(ScalarOp::DivF, body.operand(0), scaleOf(body, type));
  t = s.apply(ScalarOp::Select, s.apply(ScalarOp::Equal, t, t), t, s.constant(0.0f));
  if (hasZeroPoint(type))
    t = s.apply(ScalarOp::AddF, nearestInteger(s, rescaling, t), zeroPointOf(body, type));
  else if (rescaling == Rescaling::Lite)
    t = nearestInteger(s, rescaling, t);
  return roundToStorage(
      s, t, {1, 0, type.getStorageTypeMin(), type.getStorageTypeMax(), *storageType(type)});
}
bool QuantizeOp::undoes(Operation *producer) {
  return isa<DequantizeOp>(producer) && restoresElements(*this, producer);
}
bool QuantizeOp::mayMoveThrough(Operation *copy) {
  return quantParams(getType()) && isExactCopy(copy);
}

// ---- dequantize ----

LogicalResult DequantizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult DequantizeOp::verify() {
  Type input = getInput().getType();
  bool ok = isQuantized(input) && isF32(getType());
  if (failed(verifyEnds(*this, ok, "dequantize takes a quantized type to f32")))
    return failure();
  // 33 bits would be needed; ONNX has none either.
  bool isLong = qrt::byteWidth(*storageType(input)) == 4;
  bool hasZero = perAxis(input) ? hasZeroPoint(perAxis(input)) : quantParams(input)->zeroPoint != 0;
  return verifyEnds(*this, !isLong || !hasZero, "steps of 32 bits have zero point 0");
}
QuantizationRule DequantizeOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost DequantizeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue DequantizeOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  if (auto params = quantParams(getInput().getType()))
    return s.apply(ScalarOp::MulF, centered(s, body.operand(0), *params),
                   s.constant(float(params->scale)));
  auto type = perAxis(getInput().getType());
  BodyValue steps = s.apply(ScalarOp::IntToF32, body.operand(0));
  if (hasZeroPoint(type))
    steps = s.apply(ScalarOp::SubF, steps, zeroPointOf(body, type));
  return s.apply(ScalarOp::MulF, steps, scaleOf(body, type));
}
// dequantize(quantize(x)) has lost precision by rounding, so it undoes nothing.
bool DequantizeOp::undoes(Operation *) { return false; }
bool DequantizeOp::mayMoveThrough(Operation *copy) {
  return quantParams(getInput().getType()) && isExactCopy(copy);
}

// ---- requantize ----

LogicalResult RequantizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult RequantizeOp::verify() {
  auto isRequantized = [](Type type) { return quantParams(type) && hasComputedStorage(type); };
  bool ok = isRequantized(getInput().getType()) && isRequantized(getType());
  if (failed(verifyEnds(*this, ok,
                        "requantize goes between types quantized per tensor on i8, u8 or i16")))
    return failure();
  return verifyRescale(*this, "C3", 0);
}
QuantizationRule RequantizeOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost RequantizeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue RequantizeOp::buildBody(BodyBuilder &body) {
  return rescale(body.scalar, rescalingOf(*this), body.operand(0),
                 *quantParams(getInput().getType()), *quantParams(getType()));
}
// Only when nothing was rounded or clamped on the way.
bool RequantizeOp::undoes(Operation *producer) {
  if (!isa<RequantizeOp>(producer) || !restoresElements(*this, producer))
    return false;
  QuantParams narrow = *quantParams(getType()), wide = *quantParams(getInput().getType());
  return narrow.scale == wide.scale && wide.min - wide.zeroPoint <= narrow.min - narrow.zeroPoint &&
         wide.max - wide.zeroPoint >= narrow.max - narrow.zeroPoint;
}
bool RequantizeOp::mayMoveThrough(Operation *copy) {
  // A requantize may saturate: moving it before a maximum is still exact
  // (it is monotone), as is any move past a copy.
  return isExactCopy(copy);
}

// ---- cast ----

static bool isPlain(Type type) {
  std::optional<qrt::ElementType> storage = storageType(type);
  return storage && !isQuantized(type) && qrt::loadedType(*storage);
}

LogicalResult CastOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult CastOp::verify() {
  bool ok = isPlain(getInput().getType()) && isPlain(getType());
  if (getSaturate() && !qrt::isFloat(storageType(getType()).value_or(qrt::ElementType::F32)))
    return violates(*this, "C3") << "saturate is said of floats; integers always saturate";
  return verifyEnds(*this, ok, "cast goes between plain elements other than f64");
}
QuantizationRule CastOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost CastOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
static bool saturates(CastOp op) {
  qrt::ElementType to = *declaredType(op.getType());
  return qrt::isFloat(to) && op.getSaturate().value_or(qrt::bitWidth(to) == 8);
}

// Storing rounds to a narrow type's numbers, or past them.
static BodyValue toFloat(qrt::ScalarBuilder &s, BodyValue x, CastOp op) {
  if (x.type != qrt::ScalarType::F32)
    x = realOf(s, x, *storageType(op.getInput().getType()));
  if (!saturates(op))
    return x;
  std::optional<qrt::FloatLayout> narrow = qrt::narrowLayout(*declaredType(op.getType()));
  float largest = narrow ? narrow->largest() : std::numeric_limits<float>::max();
  x = s.apply(ScalarOp::MaxF, x, s.constant(-largest));
  return s.apply(ScalarOp::MinF, x, s.constant(largest));
}

static BodyValue toBool(qrt::ScalarBuilder &s, BodyValue x) {
  BodyValue zero = x.type == qrt::ScalarType::F32   ? s.constant(0.0f)
                   : x.type == qrt::ScalarType::I32 ? s.constant(0)
                                                    : s.constant64(0);
  return s.apply(ScalarOp::Select, s.apply(ScalarOp::Equal, x, zero), s.constant(0), s.constant(1));
}

BodyValue CastOp::buildBody(BodyBuilder &body) {
  // Storing keeps the low bits of less than a byte.
  qrt::ElementType to = packedType(getType()) && !isFloat(getType()) ? qrt::ElementType::I32
                                                                     : *storageType(getType());
  BodyValue x = body.operand(0);
  if (qrt::isFloat(to))
    return toFloat(body.scalar, x, *this);
  return qrt::isInteger(to) ? integerOf(body.scalar, x, to) : toBool(body.scalar, x);
}

// Every value of `type` is one of `wider`.
static bool holds(qrt::ElementType wider, qrt::ElementType type) {
  if (qrt::isFloat(wider))
    return wider == qrt::ElementType::F32 && qrt::isFloat(type);
  return !qrt::isFloat(type) && qrt::lowestOf(wider) <= qrt::lowestOf(type) &&
         qrt::highestOf(wider) >= qrt::highestOf(type);
}

bool CastOp::undoes(Operation *producer) {
  // i32 → i64 → i32 loses nothing; f32 → integer does, integer → f32 may.
  auto first = dyn_cast<CastOp>(producer);
  if (!first || !restoresElements(*this, producer) || saturates(first))
    return false;
  qrt::ElementType type = *declaredType(getType());
  std::optional<qrt::FloatLayout> narrow = qrt::narrowLayout(type);
  bool losesInfinity = saturates(*this) && !(narrow && !narrow->hasInfinities());
  return !losesInfinity && holds(*declaredType(getInput().getType()), type);
}
bool CastOp::isIdentity() { // saturated, an infinity becomes a number
  std::optional<qrt::FloatLayout> narrow = qrt::narrowLayout(*declaredType(getType()));
  return !saturates(*this) || (narrow && !narrow->hasInfinities());
}
bool CastOp::mayMoveThrough(Operation *copy) {
  return isa<ReshapeOp, TransposeOp, SliceOp, SplitOp>(copy);
}

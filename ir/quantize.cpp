// Conversions between real values, steps and plain element types.
#include "ir/ops.h"
#include "ir/verify.h"

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

// The values of each channel of a per-axis type, or one for all.
template <typename Make>
static BodyValue perChannel(BodyBuilder &body, Type quantized, Make make) {
  SmallVector<float> values;
  for (double scale : weightScales(quantized).scales)
    values.push_back(make(scale));
  return body.channel(values);
}

static QuantParams storageOf(Type type) {
  if (auto params = quantParams(type))
    return *params;
  auto element = cast<quant::QuantizedType>(getElementTypeOrSelf(type));
  return {1, 0, element.getStorageTypeMin(), element.getStorageTypeMax(), *storageType(type)};
}

// Per-axis conversions read their scales along one dimension; the loops offer
// dimension 1 of an image, so others are only evaluated as constants.
static bool undoesExactly(Operation *op, Operation *producer) {
  return producer->getOperand(0).getType() == op->getResult(0).getType();
}

// Exact copies keep elements apart: what is done to each may be done before.
static bool isExactCopy(Operation *op) {
  return isa<ReshapeOp, TransposeOp, MaxPool2dOp, SliceOp>(op);
}

// ---- quantize ----

LogicalResult QuantizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult QuantizeOp::verify() {
  bool ok = isF32(getInput().getType()) && isQuantized(getType());
  return verifyEnds(*this, ok, "quantize takes f32 to a quantized type");
}
QuantizationRule QuantizeOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost QuantizeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue QuantizeOp::buildBody(BodyBuilder &body) {
  if (auto params = quantParams(getType()))
    return quantizeReal(body.scalar, body.operand(0), *params);
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue scale = perChannel(body, getType(), [](double v) { return float(v); });
  BodyValue t = s.apply(ScalarOp::DivF, body.operand(0), scale);
  t = s.apply(ScalarOp::Select, s.apply(ScalarOp::Equal, t, t), t, s.constant(0.0f));
  return roundToStorage(s, t, storageOf(getType()));
}
bool QuantizeOp::undoes(Operation *producer) {
  return isa<DequantizeOp>(producer) && undoesExactly(*this, producer);
}
bool QuantizeOp::mayMoveThrough(Operation *copy) {
  return quantParams(getType()) && isExactCopy(copy);
}

// ---- dequantize ----

LogicalResult DequantizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult DequantizeOp::verify() {
  bool ok = isQuantized(getInput().getType()) && isF32(getType());
  return verifyEnds(*this, ok, "dequantize takes a quantized type to f32");
}
QuantizationRule DequantizeOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost DequantizeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue DequantizeOp::buildBody(BodyBuilder &body) {
  Type type = getInput().getType();
  BodyValue steps = centered(body.scalar, body.operand(0), storageOf(type));
  BodyValue scale = perChannel(body, type, [](double v) { return float(v); });
  return body.scalar.apply(ScalarOp::MulF, steps, scale);
}
// Rounding lost what dequantize(quantize(x)) had: it undoes nothing.
bool DequantizeOp::undoes(Operation *) { return false; }
bool DequantizeOp::mayMoveThrough(Operation *copy) {
  return quantParams(getInput().getType()) && isExactCopy(copy);
}

// ---- requantize ----

LogicalResult RequantizeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult RequantizeOp::verify() {
  bool ok = quantParams(getInput().getType()) && quantParams(getType());
  return verifyEnds(*this, ok, "requantize goes between types quantized per tensor");
}
QuantizationRule RequantizeOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost RequantizeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue RequantizeOp::buildBody(BodyBuilder &body) {
  return rescale(body.scalar, body.operand(0), *quantParams(getInput().getType()),
                 *quantParams(getType()));
}
// Only when nothing was rounded or clamped on the way.
bool RequantizeOp::undoes(Operation *producer) {
  if (!isa<RequantizeOp>(producer) || !undoesExactly(*this, producer))
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
  Type element = getElementTypeOrSelf(type);
  return element.isF32() || element.isInteger(32) || element.isInteger(64);
}

LogicalResult CastOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  return sameShape(*this, results);
}
LogicalResult CastOp::verify() {
  bool ok = isPlain(getInput().getType()) && isPlain(getType());
  return verifyEnds(*this, ok, "cast goes between f32, i32 and i64");
}
QuantizationRule CastOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost CastOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
BodyValue CastOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue x = body.operand(0);
  Type to = getElementTypeOrSelf(getType());
  if (to.isF32())
    return x.type == qrt::ScalarType::F32 ? x : s.apply(ScalarOp::IntToF32, x);
  if (x.type == qrt::ScalarType::F32) {
    BodyValue isNumber = s.apply(ScalarOp::Equal, x, x);
    x = s.apply(ScalarOp::Select, isNumber, x, s.constant(0.0f));
    BodyValue positive = s.apply(ScalarOp::Less, s.constant(0.0f), x);
    x = s.apply(ScalarOp::Select, positive, s.apply(ScalarOp::FloorF, x),
                s.apply(ScalarOp::CeilF, x));
    x = s.apply(ScalarOp::MaxF, x, s.constant(-2147483648.0f));
    x = s.apply(ScalarOp::MinF, x, s.constant(2147483520.0f));
    x = s.apply(ScalarOp::F32ToI32, x);
  }
  bool wide = to.isInteger(64);
  return wide && x.type == qrt::ScalarType::I32 ? s.apply(ScalarOp::I32ToI64, x) : x;
}
bool CastOp::undoes(Operation *producer) {
  // i32 → i64 → i32 loses nothing; f32 → integer does, integer → f32 may.
  return isa<CastOp>(producer) && undoesExactly(*this, producer) &&
         getElementTypeOrSelf(getType()).isInteger(32) &&
         getElementTypeOrSelf(getInput().getType()).isInteger(64);
}
bool CastOp::mayMoveThrough(Operation *copy) {
  return isa<ReshapeOp, TransposeOp, SliceOp>(copy);
}

// Elements computed from their places.
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// ---- iota ----

LogicalResult IotaOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getType());
  if (getAxis() >= shape.size())
    return error() << "(C1): axis " << getAxis() << " is out of range";
  results.push_back(shape);
  return success();
}
LogicalResult IotaOp::verify() {
  std::optional<qrt::ElementType> type = storageType(getType());
  bool isReal = type && qrt::isFloat(*type);
  bool fits = type && qrt::loadedType(*type) && !isQuantized(getType()) &&
              (isReal || qrt::isInteger(*type)) && isa<FloatAttr>(getStart()) == isReal &&
              isa<FloatAttr>(getStep()) == isReal;
  if (!fits)
    return violates(*this, "C2") << "from " << getStart() << " by " << getStep() << " in "
                                 << getElementTypeOrSelf(getType());
  return success();
}
bool IotaOp::loadsOperand(unsigned) { return false; }
bool IotaOp::readsCoordinates() { return true; }
BodyValue IotaOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue at = body.coordinate(getAxis());
  if (auto start = dyn_cast<FloatAttr>(getStart())) {
    float step = cast<FloatAttr>(getStep()).getValue().convertToFloat();
    BodyValue steps = s.apply(ScalarOp::MulF, s.apply(ScalarOp::IntToF32, at), s.constant(step));
    return s.apply(ScalarOp::AddF, s.constant(start.getValue().convertToFloat()), steps);
  }
  int64_t start = cast<IntegerAttr>(getStart()).getInt();
  int64_t step = cast<IntegerAttr>(getStep()).getInt();
  bool isWide = qrt::loadedType(*storageType(getType())) == qrt::ScalarType::I64;
  auto number = [&](int64_t n) { return isWide ? s.constant64(n) : s.constant(int32_t(n)); };
  BodyValue place = isWide ? s.apply(ScalarOp::I32ToI64, at) : at;
  return s.apply(ScalarOp::AddI, number(start), s.apply(ScalarOp::MulI, place, number(step)));
}
QuantizationRule IotaOp::quantizationRule() { return {}; }
OpCost IotaOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- one_hot ----

LogicalResult OneHotOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape indices = symbolicShape(getIndices()), to = symbolicShape(getType());
  bool fits = getAxis() < to.size() && to.size() == indices.size() + 1;
  if (fits)
    indices.insert(indices.begin() + getAxis(), to[getAxis()]);
  if (!fits || !mayBeEqual(indices, to))
    return error() << "(C1): " << toString(symbolicShape(getIndices())) << " and axis " << getAxis()
                   << " do not give " << toString(to);
  results.push_back(indices);
  return success();
}
bool OneHotOp::mayGrow(unsigned operand, int64_t) { return operand == 0; }
LogicalResult OneHotOp::verify() {
  bool isPair = symbolicShape(getValues()) == SymbolicShape{staticDim(2)};
  std::optional<qrt::ElementType> index = storageType(getIndices().getType());
  if (!isPair || isQuantized(getIndices().getType()) || !index || !qrt::loadedType(*index))
    return violates(*this, "C2") << "indices " << getIndices().getType() << ", values "
                                 << getValues().getType();
  return verifyMoved(*this, "C2", 1);
}
bool OneHotOp::loadsOperand(unsigned) { return true; }
bool OneHotOp::readsCoordinates() { return true; }
BodyValue OneHotOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  SymbolicShape to = symbolicShape(getType());
  int64_t axis = getAxis();
  SmallVector<BodyValue> place;
  for (int64_t i = 0; i < int64_t(to.size()); ++i)
    if (i != axis)
      place.push_back(body.coordinate(i));
  BodyValue index = body.load(0, place);
  bool hasSign = storageType(getIndices().getType()) != qrt::ElementType::U64;
  if (index.type == qrt::ScalarType::F32)
    index = s.apply(ScalarOp::F32ToIndex, index);
  else if (index.type == qrt::ScalarType::I64)
    index = s.apply(ScalarOp::I64ToI32, index);
  BodyValue isNegative =
      hasSign ? s.apply(ScalarOp::Less, index, s.constant(int32_t(0))) : s.constant(int32_t(0));
  BodyValue fromEnd = s.apply(ScalarOp::AddI, index, body.size(to[axis]));
  index = s.apply(ScalarOp::Select, isNegative, fromEnd, index);
  BodyValue isIt = s.apply(ScalarOp::Equal, index, body.coordinate(axis));
  return s.apply(ScalarOp::Select, isIt, body.load(1, s.constant(int32_t(1))),
                 body.load(1, s.constant(int32_t(0))));
}
QuantizationRule OneHotOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::AsIs, OperandRole::Float}};
}
OpCost OneHotOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

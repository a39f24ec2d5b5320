// Elements along one dimension, chosen or weighted by tables.
#include "ir/ops.h"
#include "ir/ops/windows/window_body.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

static bool isTable(const SymbolicShape &shape, size_t rank) {
  return shape.size() == rank &&
         llvm::all_of(shape, [](const Dim &dim) { return dim.isStatic() && dim.value() > 0; });
}

LogicalResult ResampleOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), to = symbolicShape(getType());
  SymbolicShape places = symbolicShape(getPlaces());
  int64_t axis = getAxis();
  bool fits = axis >= 0 && axis < int64_t(from.size()) && from.size() == to.size() &&
              isTable(places, 1) && from[axis] != staticDim(0);
  if (fits && getWeights()) {
    SymbolicShape weights = symbolicShape(getWeights());
    fits = isTable(weights, 2) && weights[0] == places[0] && weights[1].value() <= 128;
  }
  if (!fits)
    return error() << "(C1): tables of " << toString(places) << " places for axis " << axis
                   << " of " << toString(from) << " do not give " << toString(to);
  from[axis] = to[axis];
  results.push_back(from);
  return success();
}
LogicalResult ResampleOp::verify() {
  Type places = getElementTypeOrSelf(getPlaces());
  bool areFloat = !getWeights() || (isF32(getInput().getType()) && isF32(getType()) &&
                                    isF32(getWeights().getType()));
  if (!places.isInteger(32) || !areFloat)
    return violates(*this, "C2") << "input " << getInput().getType() << ", places " << places;
  if (!getWeights() && failed(verifyMoved(*this, "C3")))
    return failure();
  if (int64_t(getStep()) < 0 || int64_t(getStep()) >= int64_t(1) << 31)
    return violates(*this, "C4") << "step is " << int64_t(getStep());
  return success();
}
// Along the axis an index is drawn to an end that must be known.
bool ResampleOp::mayGrow(unsigned operand, int64_t dim) {
  return operand == 0 && dim != int64_t(getAxis());
}
bool ResampleOp::loadsOperand(unsigned) { return true; }

BodyValue ResampleOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  SymbolicShape shape = symbolicShape(getInput());
  int64_t axis = getAxis(), period = symbolicShape(getPlaces())[0].value();
  BodyValue entry = body.coordinate(axis), whole;
  bool repeats = symbolicShape(getType())[axis] != staticDim(period);
  if (repeats) {
    whole = m.apply(ScalarOp::DivI, entry, m.integer(period));
    entry = m.apply(ScalarOp::RemI, entry, m.integer(period));
  }
  BodyValue first = body.load(1, entry);
  if (repeats)
    first = m.add(first, m.mul(whole, m.integer(getStep())));
  auto at = [&](BodyValue index) {
    SmallVector<BodyValue> from;
    for (int64_t i = 0; i < int64_t(shape.size()); ++i)
      from.push_back(i == axis ? m.within(index, shape[i]) : body.coordinate(i));
    return body.load(0, from);
  };
  if (!getWeights())
    return at(first);
  BodyValue sum;
  for (int64_t k = 0; k < symbolicShape(getWeights())[1].value(); ++k) {
    BodyValue weight = body.load(2, {entry, m.integer(k)});
    BodyValue term = m.apply(ScalarOp::MulF, weight, at(m.add(first, m.integer(k))));
    sum = k ? m.apply(ScalarOp::AddF, sum, term) : term;
  }
  return sum;
}

QuantizationRule ResampleOp::quantizationRule() {
  if (getWeights()) // the tables are what it does
    return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::AsIs, OperandRole::AsIs}};
  return {ResultRule::SharesInput, {OperandRole::Activation, OperandRole::AsIs}};
}
OpCost ResampleOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

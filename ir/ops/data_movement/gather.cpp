// Elements chosen by other elements: indexed bodies whose indices are data.
#include "ir/ops.h"
#include "ir/values/tables.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

LogicalResult GatherOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), indices = symbolicShape(getIndices());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= int64_t(from.size()))
    return error() << "(C1): axis " << axis << " is out of range";
  SymbolicShape to(from.begin(), from.begin() + axis);
  to.append(indices);
  to.append(from.begin() + axis + 1, from.end());
  results.push_back(to);
  return success();
}

LogicalResult GatherOp::verify() {
  if (failed(verifyIndices(*this, "C2", getIndices())) || failed(verifyMoved(*this, "C3")))
    return failure();
  Dim size = symbolicShape(getInput())[getAxis()];
  std::optional<Dim> count = productOf(symbolicShape(getType()));
  if (size == staticDim(0) && count != staticDim(0))
    return violates(*this, "C4") << "dimension " << getAxis() << " has no element to choose";
  return success();
}

bool GatherOp::loadsOperand(unsigned) { return true; }

// A constant table whose every index lies inside needs no guard, which each run asks about.
static BodyValue chosenFrom(BodyBuilder &body, Value indices, BodyValue index, Dim size) {
  if (!isTableOf(indices, size))
    return indexFrom(body, index, size);
  qrt::ScalarBuilder &s = body.scalar;
  if (index.type == qrt::ScalarType::I64)
    index = s.apply(ScalarOp::I64ToI32, index);
  // The bounds change nothing, but the program's verifier needs them.
  index = s.apply(ScalarOp::MaxI, index, s.constant(int32_t(0)));
  return s.apply(ScalarOp::MinI, index, s.constant(int32_t(size.value() - 1)));
}

BodyValue GatherOp::buildBody(BodyBuilder &body) {
  int64_t axis = getAxis(), rank = int64_t(symbolicShape(getInput()).size());
  int64_t chosen = int64_t(symbolicShape(getIndices()).size());
  SmallVector<BodyValue> place, from;
  for (int64_t i = 0; i < chosen; ++i)
    place.push_back(body.coordinate(axis + i));
  for (int64_t i = 0; i < axis; ++i)
    from.push_back(body.coordinate(i));
  from.push_back(
      chosenFrom(body, getIndices(), body.load(1, place), symbolicShape(getInput())[axis]));
  for (int64_t i = axis + 1; i < rank; ++i)
    from.push_back(body.coordinate(i - 1 + chosen));
  return body.load(0, from);
}

static QuantizationRule sharesTable() {
  return {ResultRule::SharesInput, {OperandRole::Activation, OperandRole::AsIs}};
}
QuantizationRule GatherOp::quantizationRule() { return sharesTable(); }
OpCost GatherOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- gather_elements ----

LogicalResult GatherElementsOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                            EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), indices = symbolicShape(getIndices());
  int64_t axis = getAxis();
  bool fits = from.size() == indices.size() && axis >= 0 && axis < int64_t(from.size());
  for (int64_t i = 0; fits && i < int64_t(from.size()); ++i)
    fits = i == axis || isLess(from[i], indices[i]) != true;
  if (!fits)
    return error() << "(C1): indices " << toString(indices) << " do not go with " << toString(from)
                   << " along axis " << axis;
  results.push_back(indices);
  return success();
}
// Outside the axis the input is read at the result's own place.
bool GatherElementsOp::mayGrow(unsigned, int64_t dim) {
  return dim == int64_t(getAxis()) ||
         symbolicShape(getInput())[dim] == symbolicShape(getIndices())[dim];
}
LogicalResult GatherElementsOp::verify() {
  if (failed(verifyIndices(*this, "C2", getIndices())))
    return failure();
  return verifyMoved(*this, "C3");
}
bool GatherElementsOp::loadsOperand(unsigned index) { return index == 0; }
BodyValue GatherElementsOp::buildBody(BodyBuilder &body) {
  SymbolicShape shape = symbolicShape(getInput());
  SmallVector<BodyValue> from;
  for (int64_t i = 0; i < int64_t(shape.size()); ++i)
    from.push_back(i == int64_t(getAxis()) ? indexFrom(body, body.operand(1), shape[i])
                                           : body.coordinate(i));
  return body.load(0, from);
}
QuantizationRule GatherElementsOp::quantizationRule() { return sharesTable(); }
OpCost GatherElementsOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- gather_nd ----

LogicalResult GatherNdOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), indices = symbolicShape(getIndices());
  int64_t batch = getBatchDims();
  bool fits = batch >= 0 && batch < int64_t(indices.size()) && batch <= int64_t(from.size()) &&
              indices.back().isStatic() && indices.back().value() <= int64_t(from.size()) - batch;
  for (int64_t i = 0; fits && i < batch; ++i)
    fits = mayBeEqual(from[i], indices[i]);
  if (!fits)
    return error() << "(C1): indices " << toString(indices) << " do not go with " << toString(from)
                   << " behind " << batch << " batch dimensions";
  SymbolicShape to(indices.begin(), indices.end() - 1);
  to.append(from.begin() + batch + indices.back().value(), from.end());
  results.push_back(to);
  return success();
}
bool GatherNdOp::mayGrow(unsigned, int64_t dim) {
  return dim >= int64_t(getBatchDims()) ||
         symbolicShape(getInput())[dim] == symbolicShape(getIndices())[dim];
}
LogicalResult GatherNdOp::verify() {
  if (failed(verifyIndices(*this, "C2", getIndices())))
    return failure();
  return verifyMoved(*this, "C3");
}
bool GatherNdOp::loadsOperand(unsigned) { return true; }
BodyValue GatherNdOp::buildBody(BodyBuilder &body) {
  SymbolicShape shape = symbolicShape(getInput()), indices = symbolicShape(getIndices());
  int64_t batch = getBatchDims(), tuple = indices.back().value();
  int64_t places = int64_t(indices.size()) - 1;
  SmallVector<BodyValue> place, from;
  for (int64_t i = 0; i < places; ++i)
    place.push_back(body.coordinate(i));
  place.emplace_back();
  for (int64_t i = 0; i < int64_t(shape.size()); ++i) {
    if (i < batch) {
      from.push_back(body.coordinate(i));
    } else if (i < batch + tuple) {
      place.back() = body.scalar.constant(int32_t(i - batch));
      from.push_back(indexFrom(body, body.load(1, place), shape[i]));
    } else {
      from.push_back(body.coordinate(places + i - batch - tuple));
    }
  }
  return body.load(0, from);
}
QuantizationRule GatherNdOp::quantizationRule() { return sharesTable(); }
OpCost GatherNdOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

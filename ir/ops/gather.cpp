// Elements chosen by other elements: indexed bodies whose indices are data.
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// An index as it stands in a tensor, from the end where it is negative.
static BodyValue indexFrom(BodyBuilder &body, BodyValue index, Dim size) {
  qrt::ScalarBuilder &s = body.scalar;
  if (index.type == qrt::ScalarType::I64)
    index = s.apply(ScalarOp::I64ToI32, index);
  BodyValue isNegative = s.apply(ScalarOp::Less, index, s.constant(int32_t(0)));
  BodyValue fromEnd = s.apply(ScalarOp::AddI, index, body.size(size));
  return body.guard(s.apply(ScalarOp::Select, isNegative, fromEnd, index), size);
}

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
  Type index = getElementTypeOrSelf(getIndices());
  if (!index.isInteger(32) && !index.isInteger(64))
    return violates(*this, "C2") << "indices are " << index;
  Type element = getElementTypeOrSelf(getInput());
  bool isPerAxis = isQuantized(getType()) && weightScales(getType()).axis >= 0;
  if (element != getElementTypeOrSelf(getType()) || isPerAxis || element.isF64())
    return violates(*this, "C3") << "from " << element << " to " << getElementTypeOrSelf(getType());
  Dim size = symbolicShape(getInput())[getAxis()];
  std::optional<Dim> count = productOf(symbolicShape(getType()));
  if (size == staticDim(0) && count != staticDim(0))
    return violates(*this, "C4") << "dimension " << getAxis() << " has no element to choose";
  return success();
}

bool GatherOp::loadsOperand(unsigned) { return true; }

BodyValue GatherOp::buildBody(BodyBuilder &body) {
  int64_t axis = getAxis(), rank = int64_t(symbolicShape(getInput()).size());
  int64_t chosen = int64_t(symbolicShape(getIndices()).size());
  SmallVector<BodyValue> place, from;
  for (int64_t i = 0; i < chosen; ++i)
    place.push_back(body.coordinate(axis + i));
  for (int64_t i = 0; i < axis; ++i)
    from.push_back(body.coordinate(i));
  from.push_back(indexFrom(body, body.load(1, place), symbolicShape(getInput())[axis]));
  for (int64_t i = axis + 1; i < rank; ++i)
    from.push_back(body.coordinate(i - 1 + chosen));
  return body.load(0, from);
}

QuantizationRule GatherOp::quantizationRule() {
  return {ResultRule::SharesInput, {OperandRole::Activation, OperandRole::AsIs}};
}
OpCost GatherOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

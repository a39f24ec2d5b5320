// Elements written to places that data decide.
#include "runtime/calls/scatter/scatter.h"
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

static LogicalResult verifyScatter(Operation *op, Value indices, StringRef reduction) {
  if (failed(verifyIndices(op, "C2", indices)) || failed(verifyMoved(op, "C3", 0)) ||
      failed(verifyMoved(op, "C3", 2)))
    return failure();
  std::optional<qrt::ScatterKind> kind = qrt::parseScatterKind(reduction.str());
  Type type = op->getResult(0).getType();
  bool takes = kind && qrt::scatters(*kind, *storageType(type)) &&
               !(isQuantized(type) && qrt::isArithmetic(*kind));
  if (!takes)
    return violates(op, "C4") << "reduction '" << reduction << "' of "
                              << getElementTypeOrSelf(type);
  return success();
}

// Updates come with parameters of their own, which are not requantized.
static QuantizationRule updatesStayFloat() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::AsIs, OperandRole::Float}};
}

// ---- scatter_elements ----

LogicalResult ScatterElementsOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                             EmitError error) {
  SymbolicShape shape = symbolicShape(getInput()), indices = symbolicShape(getIndices());
  bool fits = shape.size() == indices.size() && getAxis() < shape.size() &&
              mayBeEqual(indices, symbolicShape(getUpdates()));
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = i == getAxis() || isLess(shape[i], indices[i]) != true;
  if (!fits)
    return error() << "(C1): indices " << toString(indices) << " and updates "
                   << toString(symbolicShape(getUpdates())) << " do not go with " << toString(shape)
                   << " along axis " << getAxis();
  results.push_back(shape);
  return success();
}
bool ScatterElementsOp::mayGrow(unsigned, int64_t dim) {
  Dim updates = symbolicShape(getUpdates())[dim], indices = symbolicShape(getIndices())[dim];
  return updates == indices &&
         (dim == int64_t(getAxis()) || symbolicShape(getInput())[dim] == indices);
}
LogicalResult ScatterElementsOp::verify() {
  return verifyScatter(*this, getIndices(), getReduction());
}
QuantizationRule ScatterElementsOp::quantizationRule() { return updatesStayFloat(); }
OpCost ScatterElementsOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- scatter_nd ----

LogicalResult ScatterNdOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput()), indices = symbolicShape(getIndices());
  bool fits = !indices.empty() && indices.back().isStatic() &&
              indices.back().value() <= int64_t(shape.size());
  if (fits) {
    SymbolicShape updates(indices.begin(), indices.end() - 1);
    updates.append(shape.begin() + indices.back().value(), shape.end());
    fits = mayBeEqual(updates, symbolicShape(getUpdates()));
  }
  if (!fits)
    return error() << "(C1): indices " << toString(indices) << " and updates "
                   << toString(symbolicShape(getUpdates())) << " do not go with "
                   << toString(shape);
  results.push_back(shape);
  return success();
}
// Updates in a row are told apart by the first place alone, the rest by strides that are numbers.
bool ScatterNdOp::mayGrow(unsigned operand, int64_t dim) {
  int64_t places = int64_t(symbolicShape(getIndices()).size()) - 1;
  int64_t tuple = symbolicShape(getIndices()).back().value();
  SymbolicShape shape = symbolicShape(getInput()), updates = symbolicShape(getUpdates());
  if (operand == 0)
    return dim < tuple || shape[dim] == updates[places + dim - tuple];
  if (operand == 1)
    return dim == 0 && updates[dim] == symbolicShape(getIndices())[dim];
  if (dim >= places)
    return updates[dim] == shape[tuple + dim - places];
  return dim == 0 && updates[dim] == symbolicShape(getIndices())[dim];
}
LogicalResult ScatterNdOp::verify() { return verifyScatter(*this, getIndices(), getReduction()); }
QuantizationRule ScatterNdOp::quantizationRule() { return updatesStayFloat(); }
OpCost ScatterNdOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- tensor_scatter ----

LogicalResult TensorScatterOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                           EmitError error) {
  SymbolicShape shape = symbolicShape(getInput()), updates = symbolicShape(getUpdates());
  int64_t axis = getAxis();
  bool fits = axis > 0 && axis < int64_t(shape.size()) && updates.size() == shape.size();
  for (int64_t i = 0; fits && i < int64_t(shape.size()); ++i)
    fits = i == axis ? isLess(shape[i], updates[i]) != true : mayBeEqual(shape[i], updates[i]);
  if (fits && getWrites()) {
    SymbolicShape writes = symbolicShape(getWrites());
    fits = writes.size() == 1 && mayBeEqual(writes[0], shape[0]);
  }
  if (!fits)
    return error() << "(C1): updates " << toString(updates) << " do not go into " << toString(shape)
                   << " along axis " << axis;
  results.push_back(shape);
  return success();
}
bool TensorScatterOp::mayGrow(unsigned operand, int64_t dim) {
  SymbolicShape shape = symbolicShape(getInput()), updates = symbolicShape(getUpdates());
  return operand == 2 || (dim != int64_t(getAxis()) && shape[dim] == updates[dim]);
}
LogicalResult TensorScatterOp::verify() {
  if (getWrites() && failed(verifyIndices(*this, "C2", getWrites())))
    return failure();
  return failed(verifyMoved(*this, "C3", 1)) ? failure() : verifyMoved(*this, "C3");
}
bool TensorScatterOp::loadsOperand(unsigned index) { return index != 0; }
BodyValue TensorScatterOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  SymbolicShape shape = symbolicShape(getInput());
  int64_t axis = getAxis();
  Dim size = shape[axis], count = symbolicShape(getUpdates())[axis];
  BodyValue zero = s.constant(int32_t(0)), one = s.constant(int32_t(1)), begin = zero;
  if (getWrites()) {
    begin = body.load(2, body.coordinate(0));
    if (begin.type == qrt::ScalarType::I64)
      begin = s.apply(ScalarOp::I64ToI32, begin);
    // The updates end where the dimension does, or go round.
    Dim places = getCircular() ? size : sum(*subtract(size, count), staticDim(1));
    begin = body.guard(begin, places);
  }
  BodyValue behind = s.apply(ScalarOp::SubI, body.coordinate(axis), begin);
  if (getCircular()) {
    BodyValue isBefore = s.apply(ScalarOp::Less, behind, zero);
    BodyValue around = s.apply(ScalarOp::AddI, behind, body.size(size));
    behind = s.apply(ScalarOp::Select, isBefore, around, behind);
  }
  BodyValue isNew = s.apply(ScalarOp::AndI, s.apply(ScalarOp::LessEqual, zero, behind),
                            s.apply(ScalarOp::Less, behind, body.size(count)));
  SmallVector<BodyValue> from;
  for (int64_t i = 0; i < int64_t(shape.size()); ++i)
    from.push_back(body.coordinate(i));
  BodyValue last = s.apply(ScalarOp::SubI, body.size(count), one);
  from[axis] = s.apply(ScalarOp::MaxI, s.apply(ScalarOp::MinI, behind, last), zero);
  return s.apply(ScalarOp::Select, isNew, body.load(1, from), body.operand(0));
}
QuantizationRule TensorScatterOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::Float, OperandRole::AsIs}};
}
OpCost TensorScatterOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

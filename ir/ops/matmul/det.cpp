// Determinants of small matrices.
#include "ir/ops.h"
#include "ir/ops/windows/window_body.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

LogicalResult DetOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  bool fits = shape.size() >= 2 && shape.back().isStatic() && shape.end()[-2] == shape.back() &&
              shape.back().value() >= 1 && shape.back().value() <= 6;
  if (!fits)
    return error() << "(C1): " << toString(shape) << " is no square of 1 to 6 rows";
  results.push_back(SymbolicShape(shape.begin(), shape.end() - 2));
  return success();
}
LogicalResult DetOp::verify() { return verifyAllF32(*this, "C2"); }
bool DetOp::mayGrow(unsigned, int64_t dim) {
  return dim + 2 < int64_t(symbolicShape(getInput()).size());
}
bool DetOp::loadsOperand(unsigned) { return true; }
QuantizationRule DetOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost DetOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// The minors of the first rows, by the set of their columns: each is used by those of a row more.
BodyValue DetOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  int64_t rank = int64_t(symbolicShape(getInput()).size());
  int64_t size = symbolicShape(getInput()).back().value();
  SmallVector<BodyValue> place;
  for (int64_t i = 0; i + 2 < rank; ++i)
    place.push_back(body.coordinate(i));
  place.resize(rank);
  SmallVector<BodyValue> minors(size_t(1) << size);
  for (unsigned columns = 1; columns < minors.size(); ++columns) {
    int64_t row = llvm::popcount(columns) - 1;
    BodyValue sum;
    bool isFirst = true, isNegative = row % 2 != 0;
    for (int64_t column = 0; column < size; ++column) {
      if (!(columns >> column & 1))
        continue;
      place[rank - 2] = m.integer(row);
      place[rank - 1] = m.integer(column);
      BodyValue term = body.load(0, place);
      if (row > 0)
        term = m.apply(ScalarOp::MulF, term, minors[columns & ~(1u << column)]);
      if (isFirst)
        sum = isNegative ? m.apply(ScalarOp::NegF, term) : term;
      else
        sum = m.apply(isNegative ? ScalarOp::SubF : ScalarOp::AddF, sum, term);
      isFirst = false;
      isNegative = !isNegative;
    }
    minors[columns] = sum;
  }
  return minors.back();
}

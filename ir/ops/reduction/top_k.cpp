#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult ArgTopKOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), to = symbolicShape(getType());
  bool fits = from.size() == to.size() && getAxis() < from.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = i == getAxis() ? isLess(from[i], to[i]) != true : mayBeEqual(from[i], to[i]);
  if (!fits)
    return error() << "(C1): " << toString(to) << " of " << toString(from) << " along axis "
                   << int64_t(getAxis());
  results.push_back(to);
  return success();
}
// Lines are as long at every batch: how many are chosen is a number.
bool ArgTopKOp::mayGrow(unsigned, int64_t dim) {
  return dim != int64_t(getAxis()) &&
         symbolicShape(getInput())[dim] == symbolicShape(getType())[dim];
}
LogicalResult ArgTopKOp::verify() {
  Type input = getInput().getType(), result = getElementTypeOrSelf(getType());
  std::optional<qrt::ElementType> storage = storageType(input);
  bool isPerAxis = isQuantized(input) && weightScales(input).axis >= 0;
  if ((!result.isInteger(32) && !result.isInteger(64)) || !storage || isPerAxis ||
      !qrt::loadedType(*storage))
    return violates(*this, "C2") << "from " << getElementTypeOrSelf(input) << " to " << result;
  return success();
}
QuantizationRule ArgTopKOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::AsIs}};
}
OpCost ArgTopKOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

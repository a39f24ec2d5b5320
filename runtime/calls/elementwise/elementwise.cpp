#include "runtime/calls/elementwise/elementwise.h"

#include "runtime/calls/verify_scalar.h"

#include <limits>

namespace qrt {

static Status checkIndexed(const CallCheck &check, const IndexedOperandRef &indexed,
                           ScalarContext &context) {
  QRT_RETURN_IF_ERROR(check.operand(indexed.operand));
  std::vector<Linear> sizes;
  IndexedTensor tensor{check.typeOf(indexed.operand), {}};
  for (const Extent &size : indexed.sizes) {
    sizes.push_back(check.bound(size));
    tensor.sizes.push_back(check.size(size));
  }
  context.indexed.push_back(std::move(tensor));
  return CallCheck::box(sizes, indexed.access, check.elementsOf(indexed.operand));
}

Status check(const CallCheck &check, const ElementwiseCall &call) {
  Linear leading = check.bound(call.leading);
  ScalarContext context;
  context.output = check.resultType();
  for (const ElementwiseOperandRef &tensor : call.tensors) {
    QRT_RETURN_IF_ERROR(check.operand(tensor.operand));
    context.tensors.push_back(check.typeOf(tensor.operand));
    QRT_RETURN_IF_ERROR(
        check.access(leading, call.walk, tensor.access, check.elementsOf(tensor.operand)));
  }
  QRT_RETURN_IF_ERROR(check.access(leading, call.walk, call.output, check.resultElements()));
  for (const IndexedOperandRef &indexed : call.indexed)
    QRT_RETURN_IF_ERROR(checkIndexed(check, indexed, context));
  for (size_t d = 0; d < call.walk.sizes.size(); ++d)
    context.coordinates.push_back(d == 0 ? check.size(call.leading)
                                         : Bound(double(call.walk.sizes[d])));
  for (const Extent &size : call.sizes)
    context.sizes.push_back(check.size(size));
  return verifyScalarProgram(call.program, context);
}

// What programs count in.
static bool fitsIndex(const HostRun &run, const Extent &extent) {
  return run.at(extent) <= std::numeric_limits<int32_t>::max();
}

void run(const HostRun &run, const ElementwiseCall &call) {
  std::vector<ElementwiseOperand> tensors, indexed;
  std::vector<int64_t> sizes;
  for (const ElementwiseOperandRef &tensor : call.tensors)
    tensors.push_back({run.data(tensor.operand), tensor.access});
  for (const IndexedOperandRef &operand : call.indexed)
    indexed.push_back({run.data(operand.operand), operand.access});
  bool fits = call.indexed.empty() || fitsIndex(run, call.leading);
  for (const Extent &size : call.sizes) {
    sizes.push_back(run.at(size));
    fits = fits && fitsIndex(run, size);
  }
  if (!fits)
    return run.fail(invalidArgument("batch " + std::to_string(run.batch) +
                                    " is too large for its coordinates"));
  run.fail(elementwise(run.execution, run.walk(call.walk, call.leading), call.program,
                       {tensors, indexed, sizes}, call.output, run.result()));
}

} // namespace qrt

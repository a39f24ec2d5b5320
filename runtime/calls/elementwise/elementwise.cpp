#include "runtime/calls/elementwise/elementwise.h"

namespace qrt {

Status check(const CallCheck &check, const ElementwiseCall &call) {
  Linear leading = check.bound(call.leading);
  std::vector<ElementType> types;
  for (const ElementwiseOperandRef &tensor : call.tensors) {
    QRT_RETURN_IF_ERROR(check.operand(tensor.operand));
    types.push_back(check.typeOf(tensor.operand));
    QRT_RETURN_IF_ERROR(
        check.access(leading, call.walk, tensor.access, check.elementsOf(tensor.operand)));
  }
  QRT_RETURN_IF_ERROR(check.access(leading, call.walk, call.output, check.resultElements()));
  return check.scalar(call.program, types);
}

void run(const HostRun &run, const ElementwiseCall &call) {
  std::vector<ElementwiseOperand> operands;
  for (const ElementwiseOperandRef &tensor : call.tensors)
    operands.push_back({run.data(tensor.operand), tensor.access});
  elementwise(run.execution, run.walk(call.walk, call.leading), call.program, operands, call.output,
              run.result());
}

} // namespace qrt

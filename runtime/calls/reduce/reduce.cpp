#include "runtime/calls/reduce/reduce.h"

namespace qrt {

Status check(const CallCheck &check, const ReduceCall &call) {
  QRT_RETURN_IF_ERROR(check.dimensions({call.shape.reduced, call.shape.inner}, 1));
  QRT_RETURN_IF_ERROR(check.quantized(call.inputType));
  if (call.shape.kind > ReduceKind::Min)
    return invalidArgument("an unknown kind of reduction");
  ElementType type = call.inputType.type;
  Linear outer = check.positive(call.outer);
  QRT_RETURN_IF_ERROR(check.reads(
      call.input, type, outer.times(check.product({call.shape.reduced, call.shape.inner}))));
  bool sums = call.shape.kind == ReduceKind::Sum;
  EpilogueSpace space{sums ? sumType(type) : extremeType(type), outer, Linear::constant(1),
                      call.shape.inner};
  if (!sums)
    space.extremeOf = type;
  return check.epilogue(call.epilogue, space);
}

void run(const HostRun &run, const ReduceCall &call) {
  reduce(run.execution, call.shape, run.at(call.outer), call.inputType, run.data(call.input),
         BoundEpilogue(run, call.epilogue));
}

} // namespace qrt

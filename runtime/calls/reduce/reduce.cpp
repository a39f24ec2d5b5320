#include "runtime/calls/reduce/reduce.h"

#include "runtime/numerics/types/halves.h"

namespace qrt {

Status check(const CallCheck &check, const ReduceCall &call) {
  QRT_RETURN_IF_ERROR(check.dimensions({call.shape.reduced, call.shape.inner}, 1));
  const ReduceKind kind = call.shape.kind;
  const ElementType type = call.inputType.type;
  if (!isReduceKind(kind))
    return invalidArgument("an unknown kind of reduction");
  if (!isElementType(type) || !reduces(kind, type))
    return invalidArgument("a reduction of a type that it does not take");
  if (!isPlainInteger(type))
    QRT_RETURN_IF_ERROR(check.quantized(call.inputType));
  Linear outer = check.positive(call.outer);
  QRT_RETURN_IF_ERROR(check.operand(call.input));
  const ElementType stored = check.typeOf(call.input);
  const bool widens = type == ElementType::F32 && isHalf(stored);
  QRT_RETURN_IF_ERROR(
      check.reads(call.input, widens ? stored : type,
                  outer.times(check.product({call.shape.reduced, call.shape.inner}))));
  EpilogueSpace space{accumulatorOf(kind, type), outer, Linear::constant(1), call.shape.inner};
  if (isExtreme(kind))
    space.extremeOf = type;
  return check.epilogue(call.epilogue, space);
}

bool isPerSample(const SampleParts &parts, const ReduceCall &call) {
  return parts.splits(call.input, call.outer, call.shape.reduced * call.shape.inner) &&
         parts.splits(call.epilogue, {call.outer, {0, 1}, call.shape.inner});
}

void run(const HostRun &run, const ReduceCall &call) {
  const ElementType stored = run.typeOf(call.input);
  reduce(run.execution, call.shape, run.at(call.outer),
         isHalf(stored) ? QuantizedInput{stored} : call.inputType, run.data(call.input),
         BoundEpilogue(run, call.epilogue));
}

} // namespace qrt

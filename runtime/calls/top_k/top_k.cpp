#include "runtime/calls/top_k/top_k.h"

namespace qrt {

Status check(const CallCheck &check, const TopKCall &call) {
  const TopKShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(check.operand(call.input));
  const ElementType result = check.resultType();
  if (!loadedType(check.typeOf(call.input)) || !isSigned(result) || bitWidth(result) < 32)
    return invalidArgument("an order of a type that there is not");
  QRT_RETURN_IF_ERROR(CallCheck::dimensions({shape.count, shape.chosen}, 0));
  if (shape.chosen > shape.count)
    return invalidArgument("more elements chosen than a line has");
  LineBox box{call.leading, call.walk, Linear::constant(shape.count)};
  QRT_RETURN_IF_ERROR(
      check.lines(box, shape.source, shape.sourceStep, check.elementsOf(call.input)));
  box.count = Linear::constant(shape.chosen);
  return check.lines(box, shape.target, shape.targetStep, check.resultElements());
}

bool isPerSample(const SampleParts &parts, const TopKCall &call) {
  const TopKShape &shape = call.shape;
  return parts.splits(call.input, call.leading, call.walk, shape.source, shape.count,
                      shape.sourceStep) &&
         parts.splits(parts.result(), call.leading, call.walk, shape.target, shape.chosen,
                      shape.targetStep);
}

void run(const HostRun &run, const TopKCall &call) {
  topK(run.execution, call.shape, run.walk(call.walk, call.leading), run.typeOf(call.input),
       run.data(call.input), run.resultType(), run.result());
}

} // namespace qrt

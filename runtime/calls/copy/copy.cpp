#include "runtime/calls/copy/copy.h"

namespace qrt {

Status check(const CallCheck &check, const CopyCall &call) {
  Linear leading = check.bound(call.leading);
  QRT_RETURN_IF_ERROR(check.operand(call.input));
  if (byteWidth(check.typeOf(call.input)) != byteWidth(check.resultType()))
    return invalidArgument("a copy between types of different width");
  QRT_RETURN_IF_ERROR(check.access(leading, call.walk, call.source, check.elementsOf(call.input)));
  return check.access(leading, call.walk, call.target, check.resultElements());
}

bool isPerSample(const SampleParts &parts, const CopyCall &call) {
  return parts.splits(call.input, call.leading, call.walk, call.source) &&
         parts.splits(parts.result(), call.leading, call.walk, call.target);
}

void run(const HostRun &run, const CopyCall &call) {
  stridedCopy(run.execution, run.walk(call.walk, call.leading), run.resultWidth(),
              run.data(call.input), call.source, run.result(), call.target);
}

} // namespace qrt

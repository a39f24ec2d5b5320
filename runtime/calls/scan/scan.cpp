#include "runtime/calls/scan/scan.h"

namespace qrt {

Status check(const CallCheck &check, const ScanCall &call) {
  const ScanShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(check.operand(call.input));
  if (!isScanKind(shape.kind) || !scans(check.resultType()) ||
      check.typeOf(call.input) != check.resultType())
    return invalidArgument("a scan of a kind or type that there is not");
  const LineBox box{call.leading, call.walk, check.bound(call.count)};
  QRT_RETURN_IF_ERROR(
      check.lines(box, shape.source, shape.sourceStep, check.elementsOf(call.input)));
  return check.lines(box, shape.target, shape.targetStep, check.resultElements());
}

bool isPerSample(const SampleParts &parts, const ScanCall &call) {
  const ScanShape &shape = call.shape;
  const int64_t count = call.count.offset;
  return call.count.isStatic() &&
         parts.splits(call.input, call.leading, call.walk, shape.source, count, shape.sourceStep) &&
         parts.splits(parts.result(), call.leading, call.walk, shape.target, count,
                      shape.targetStep);
}

void run(const HostRun &run, const ScanCall &call) {
  scan(run.execution, call.shape, run.walk(call.walk, call.leading), run.at(call.count),
       run.typeOf(call.input), run.data(call.input), run.result());
}

} // namespace qrt

#include "runtime/calls/softmax/softmax.h"

namespace qrt {

Status check(const CallCheck &check, const SoftmaxCall &call) {
  QRT_RETURN_IF_ERROR(check.dimensions({call.axis}, 1));
  Linear outer = check.positive(call.outer);
  QRT_RETURN_IF_ERROR(check.reads(call.input, ElementType::F32, outer.times(call.axis)));
  return check.epilogue(call.epilogue, {ElementType::F32, outer, Linear::constant(1), call.axis});
}

bool isPerSample(const SampleParts &parts, const SoftmaxCall &call) {
  return parts.splits(call.input, call.outer, call.axis) &&
         parts.splits(call.epilogue, {call.outer, {0, 1}, call.axis});
}

void run(const HostRun &run, const SoftmaxCall &call) {
  softmax(run.execution, run.at(call.outer), call.axis,
          static_cast<const float *>(run.data(call.input)), BoundEpilogue(run, call.epilogue));
}

} // namespace qrt

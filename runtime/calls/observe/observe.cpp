#include "runtime/calls/observe/observe.h"

namespace qrt {

Status check(const CallCheck &check, const ObserveCall &call) {
  QRT_RETURN_IF_ERROR(check.observation(call.index));
  return check.reads(call.input, ElementType::F32, check.bound(call.count));
}

void run(const HostRun &run, const ObserveCall &call) {
  run.observations[call.index] =
      minMax(run.execution, static_cast<const float *>(run.data(call.input)), run.at(call.count));
}

} // namespace qrt

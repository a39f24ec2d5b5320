#include "runtime/calls/extremes/extremes.h"

namespace qrt {

Status check(const CallCheck &check, const ExtremesCall &call) {
  const Linear groups = check.positive(call.groups);
  const Linear values = groups.times(check.positive(call.before)).times(check.positive(call.after));
  if (check.resultType() != ElementType::F32)
    return invalidArgument("extremes that are not f32");
  QRT_RETURN_IF_ERROR(check.reads(call.input, ElementType::F32, values));
  return CallCheck::fits(groups.times(3), check.resultElements());
}

void run(const HostRun &run, const ExtremesCall &call) {
  extremes(run.execution, {run.at(call.before), run.at(call.groups), run.at(call.after)},
           static_cast<const float *>(run.data(call.input)), static_cast<float *>(run.result()));
}

} // namespace qrt

#include "runtime/calls/histogram/histogram.h"

namespace qrt {

Status check(const CallCheck &check, const HistogramCall &call) {
  QRT_RETURN_IF_ERROR(CallCheck::dimensions({call.shape.parts, call.shape.bins}, 1));
  if (check.resultType() != ElementType::I32)
    return invalidArgument("counts that are not i32");
  QRT_RETURN_IF_ERROR(check.reads(call.input, ElementType::F32, check.positive(call.count)));
  QRT_RETURN_IF_ERROR(check.reads(call.perUnit, ElementType::F32, Linear::constant(1)));
  return CallCheck::fits(CallCheck::product({call.shape.parts, 2, call.shape.bins}),
                         check.resultElements());
}

void run(const HostRun &run, const HistogramCall &call) {
  histogram(run.execution, call.shape, run.at(call.count),
            static_cast<const float *>(run.data(call.input)),
            *static_cast<const float *>(run.data(call.perUnit)),
            static_cast<int32_t *>(run.result()));
}

} // namespace qrt

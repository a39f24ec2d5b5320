#include "runtime/calls/fill/fill.h"

namespace qrt {

Status check(const CallCheck &check, const FillCall &call) {
  return check.fits(check.bound(call.count), check.resultElements());
}

bool isPerSample(const SampleParts &parts, const FillCall &call) {
  return parts.splits(parts.result(), call.count, 1);
}

void run(const HostRun &run, const FillCall &call) {
  fill(run.execution, run.at(call.count), run.resultWidth(), call.bits, run.result());
}

} // namespace qrt

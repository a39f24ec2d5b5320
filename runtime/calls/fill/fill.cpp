#include "runtime/calls/fill/fill.h"

namespace qrt {

Status check(const CallCheck &check, const FillCall &call) {
  return check.fits(check.bound(call.count), check.resultElements());
}

void run(const HostRun &run, const FillCall &call) {
  fill(run.execution, run.at(call.count), run.resultWidth(), call.bits, run.result());
}

} // namespace qrt

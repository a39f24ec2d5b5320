// Range tap: min and max of an F32 operand into an observation.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"

namespace qrt {

struct ObserveCall {
  static constexpr std::string_view family = "observe";
  static constexpr size_t results = 0;
  Operand input;
  Extent count;
  uint32_t index = 0; // of the observation
};
QRT_FIELDS(ObserveCall, input, count, index)

Status check(const CallCheck &, const ObserveCall &);
void run(const HostRun &, const ObserveCall &);

} // namespace qrt

// The least and the greatest number of each group of values.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/statistics/statistics.h"

namespace qrt {

/// Writes [groups, 3] in F32: minimum, maximum, how many NaN.
struct ExtremesCall {
  static constexpr std::string_view family = "extremes";
  static constexpr size_t results = 1;
  Extent before, groups, after;
  Operand input; // F32 [before, groups, after]
};
QRT_FIELDS(ExtremesCall, before, groups, after, input)

Status check(const CallCheck &, const ExtremesCall &);
void run(const HostRun &, const ExtremesCall &);

} // namespace qrt

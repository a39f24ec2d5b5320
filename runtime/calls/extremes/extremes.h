// The minimum and the maximum of each group of values.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// Values [before, groups, after] in row-major order.
struct GroupedSizes {
  int64_t before = 1, groups = 1, after = 1;
};

/// Computes the minimum, the maximum and the number of NaN of each group, in the order of groups:
/// `result` holds three f32 per group. A group without numbers has +∞ and −∞; a count above 2²⁴ is
/// rounded. A zero may have either sign.
void extremes(const Execution &, const GroupedSizes &, const float *values, float *result);

/// Writes F32 [groups, 3]: minimum, maximum, number of NaN.
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

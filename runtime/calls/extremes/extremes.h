// The least and the greatest number of each group of values.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// Values [before, groups, after] in row-major order.
struct GroupedSizes {
  int64_t before = 1, groups = 1, after = 1;
};

/// Of each group its least and its greatest number and how many NaN it has, in the order of groups:
/// `result` holds three f32 of each. A group without a number has +∞ and −∞; a count above 2²⁴
/// is rounded. Of zeros any sign may be told.
void extremes(const Execution &, const GroupedSizes &, const float *values, float *result);

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

// Boxes chosen by their scores, but for those that overlap a better one.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/select/select.h"

namespace qrt {

/// Writes rows of sample, class, box (I64), −1 behind the last, and how many there are.
struct NonMaxSuppressionCall {
  static constexpr std::string_view family = "non_max_suppression";
  static constexpr size_t results = 2;
  SuppressionShape shape;
  Extent samples, classes;
  Operand corners, scores; // F32
};
QRT_FIELDS(NonMaxSuppressionCall, shape, samples, classes, corners, scores)

Status check(const CallCheck &, const NonMaxSuppressionCall &);
void run(const HostRun &, const NonMaxSuppressionCall &);

} // namespace qrt

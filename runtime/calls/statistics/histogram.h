// How the magnitudes of values are spread.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/statistics/statistics.h"

namespace qrt {

/// Writes [parts, 2, bins] in I32.
struct HistogramCall {
  static constexpr std::string_view family = "histogram";
  static constexpr size_t results = 1;
  HistogramShape shape;
  Extent count;
  Operand input;   // F32
  Operand perUnit; // F32, one element
};
QRT_FIELDS(HistogramCall, shape, count, input, perUnit)

Status check(const CallCheck &, const HistogramCall &);
void run(const HostRun &, const HistogramCall &);

} // namespace qrt

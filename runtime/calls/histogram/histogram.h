// The histogram counts how the magnitudes of values are spread.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// Part p counts values p·⌈count/parts⌉ up to the next part's, in 2·bins counters: those of
/// x ≥ 0, then those of x < 0. |x| lies in bin min(⌊|x|·perUnit⌋, bins − 1), the product rounded to
/// f32; −0 counts as 0, NaN in no bin.
struct HistogramShape {
  int64_t parts = 1;
  int64_t bins = 1;
  bool operator==(const HistogramShape &) const = default;
};
QRT_FIELDS(HistogramShape, parts, bins)

void histogram(const Execution &, const HistogramShape &, int64_t count, const float *values,
               float perUnit, int32_t *counts);

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

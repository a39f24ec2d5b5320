// What calibration measures of a value: the extremes of groups, and how its magnitudes are spread.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/fields.h"

#include <cstdint>

namespace qrt {

/// Values [before, groups, after] in row-major order.
struct GroupedSizes {
  int64_t before = 1, groups = 1, after = 1;
};

/// Of each group its least and its greatest number and how many NaN it has, in the order of groups:
/// `result` holds three f32 of each. A group without a number has +∞ and −∞; a count above 2²⁴
/// is rounded. Of zeros any sign may be told.
void extremes(const Execution &, const GroupedSizes &, const float *values, float *result);

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

} // namespace qrt

// Functions of contiguous rows: softmax, norms, ranges. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// A row of standardize (calls/standardize/standardize.h).
struct StandardizeArgs {
  const float *row;
  int64_t count;
  float epsilon;
  bool centered;
  float *out;
};

struct ReducedMinMax {
  float min, max;
  int64_t nans;
};

/// The bins of a histogram and their width, as calls/histogram/histogram.h defines them.
struct BinScale {
  float perUnit;
  int32_t bins;
};

struct RowKernels {
  void (*softmaxRow)(const float *row, int64_t count, float *out);
  void (*standardizeRow)(const StandardizeArgs &);
  ReducedMinMax (*minMax)(const float *values, int64_t count);
  /// Writes each value's counter: its bin, of values below 0 behind all bins, of NaN behind both.
  void (*countersOf)(const float *values, int64_t count, const BinScale &, int32_t *counters);
};
const RowKernels &rowKernels(Isa isa);

QRT_DECLARE_ISA_FILL(RowKernels, fillRows)

} // namespace qrt

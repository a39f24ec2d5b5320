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

struct RowKernels {
  void (*softmaxRow)(const float *row, int64_t count, float *out);
  void (*standardizeRow)(const StandardizeArgs &);
  ReducedMinMax (*minMax)(const float *values, int64_t count);
};
const RowKernels &rowKernels(Isa isa);

QRT_DECLARE_ISA_FILL(RowKernels, fillRows)

} // namespace qrt

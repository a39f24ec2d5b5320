// Windows of integers folded in any order, one axis at a time. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// Windows of integers, along one axis at a time: out[p][i] folds from[p·pixelStride + t·tapStride
/// + i] over the taps t, for `count` elements i of each pixel p; strides count elements.
struct FoldArgs {
  const void *from;
  int64_t taps, tapStride;
  int64_t pixels, pixelStride, count;
  void *out;
  int64_t outStride;
  int32_t zeroPoint; // of sums of bytes: subtracted from each
};
using FoldFn = void (*)(const FoldArgs &);

struct FoldKernels {
  FoldFn foldMax[elementTypeCount], foldSum[elementTypeCount]; // I8, U8; sums are of i16
  FoldFn foldSums;                                             // of those, in i32
};
const FoldKernels &foldKernels(Isa isa);

QRT_DECLARE_ISA_FILL(FoldKernels, fillFolds)

} // namespace qrt

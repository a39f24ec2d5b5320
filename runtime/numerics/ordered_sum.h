// The one order of float sums (softmax, mean, reduce-sum, norms), the same on
// every path and device: element i adds to partial i mod 64, ascending, from
// +0; the partials combine as a tree: p and p + 32, then 16, … 1. Only units
// listed under qrt_add_isa_sources include it. lowering/kernels/ordered_sum.h
// is the kernels' form.
#pragma once

#include "runtime/numerics/simd.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

constexpr int sumPartials = 64;

/// Along a row.
QRT_INLINE float rowSum(const float *x, int64_t count) {
  constexpr int vectors = sumPartials / vectorLanes;
  VecF partial[vectors] = {};
  int64_t i = 0;
  for (; i + sumPartials <= count; i += sumPartials)
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v)
      partial[v] += loadVec<VecF>(x + i + v * vectorLanes);
#pragma GCC unroll 16
  for (int v = 0; v < vectors; ++v, i += vectorLanes) {
    if (i + vectorLanes <= count)
      partial[v] += loadVec<VecF>(x + i);
    else if (i < count) // + 0 changes no partial: none is −0
      partial[v] += loadFirst(x + i, count - i, 0);
  }
#pragma GCC unroll 4
  for (int half = vectors / 2; half > 0; half /= 2)
    for (int v = 0; v < half; ++v)
      partial[v] += partial[v + half];
  float lane[vectorLanes];
  storeVec(lane, partial[0]);
#pragma GCC unroll 4
  for (int half = vectorLanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l)
      lane[l] += lane[l + half];
  return lane[0];
}

/// Partials 0, 8, … 56, or what became of partials 0 … 7.
template <class V> QRT_INLINE V combineEight(const V (&p)[8]) {
  return ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
}

/// Down columns `stride` elements apart, as many as V has lanes. Eight partials
/// at a time stay in registers.
template <class V> QRT_INLINE V columnSum(const float *x, int64_t count, int64_t stride) {
  V low[8];
  for (int64_t l = 0; l < 8; ++l) {
    V high[8] = {};
    int64_t i = l;
    for (; i + 56 < count; i += sumPartials)
      for (int64_t h = 0; h < 8; ++h)
        high[h] += loadVec<V>(x + (i + 8 * h) * stride);
#pragma GCC unroll 8
    for (int64_t h = 0; h < 8; ++h)
      if (i + 8 * h < count)
        high[h] += loadVec<V>(x + (i + 8 * h) * stride);
    low[l] = combineEight(high);
  }
  return combineEight(low);
}

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

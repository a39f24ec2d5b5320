// Loops along contiguous rows: ranges, softmax, norms.
#include "runtime/numerics/reduce/ordered_sum.h"
#include "runtime/numerics/reduce/row_kernels.h"
#include "runtime/numerics/scalar/scalar_arith.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

/// A row with a NaN is all NaN, whatever its maximum.
float largest(const float *x, int64_t count) {
  VecF high = splat(-__builtin_inff());
  int64_t i = 0;
  for (; i + vectorLanes <= count; i += vectorLanes) {
    VecF v = loadVec<VecF>(x + i);
    high = high < v ? v : high;
  }
  if (i < count) {
    VecF v = loadFirst(x + i, count - i, -__builtin_inff());
    high = high < v ? v : high;
  }
  float lane[vectorLanes];
  storeVec(lane, high);
#pragma GCC unroll 4
  for (int half = vectorLanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l)
      lane[l] = lane[l] < lane[l + half] ? lane[l + half] : lane[l];
  return lane[0];
}

/// The row's end fills a vector too: lane by lane it would cost most.
void exponentials(const float *__restrict x, float top, int64_t count, float *__restrict out) {
  const int64_t whole = count - count % vectorLanes;
  for (int64_t i = 0; i < whole; ++i)
    out[i] = arith::expF(x[i] - top);
  if (whole == count)
    return;
  float last[vectorLanes];
  storeVec(last, loadFirst(x + whole, count - whole, top) - splat(top));
  for (int i = 0; i < vectorLanes; ++i)
    last[i] = arith::expF(last[i]);
  storeFirst(out + whole, count - whole, loadVec<VecF>(last));
}

/// to[i] = of(from[i]), whole vectors and then the rest.
template <class Function>
QRT_INLINE void mapRow(const float *from, int64_t count, float *to, Function of) {
  int64_t i = 0;
  for (; i + vectorLanes <= count; i += vectorLanes)
    storeVec(to + i, of(loadVec<VecF>(from + i)));
  if (i < count)
    storeFirst(to + i, count - i, of(loadFirst(from + i, count - i, 0)));
}

void softmaxRow(const float *x, int64_t count, float *__restrict out) {
  exponentials(x, largest(x, count), count, out);
  const float sum = orderedRow<ReduceKind::Sum>(out, count);
  mapRow(out, count, out, [=](VecF v) { return v / splat(sum); });
}

void standardizeRow(const StandardizeArgs &args) {
  const int64_t count = args.count;
  const float *deviations = args.row;
  if (args.centered) {
    const float mean = orderedRow<ReduceKind::Sum>(args.row, count) / float(count);
    mapRow(args.row, count, args.out, [=](VecF v) { return v - splat(mean); });
    deviations = args.out;
  }
  const float variance = orderedRow<ReduceKind::SumSquares>(deviations, count) / float(count);
  const float inverse = 1.0f / arith::SqrtF::apply(variance + args.epsilon);
  mapRow(deviations, count, args.out, [=](VecF v) { return v * splat(inverse); });
}

ReducedMinMax minMaxOf(const float *values, int64_t count) {
  VecF low = splat(__builtin_inff()), high = -low;
  VecI nans = {};
  int64_t i = 0, nanCount = 0;
  while (i + vectorLanes <= count) {
    // A lane counts in 32 bits: empty it before it can overflow.
    int64_t end = count - i < (int64_t(1) << 30) ? count : i + (int64_t(1) << 30);
    for (; i + vectorLanes <= end; i += vectorLanes) {
      VecF x = loadVec<VecF>(values + i);
      low = x < low ? x : low;
      high = high < x ? x : high;
      nans -= (VecI)(x != x);
    }
    for (int l = 0; l < vectorLanes; ++l)
      nanCount += nans[l];
    nans = VecI{};
  }
  ReducedMinMax result{low[0], high[0], nanCount};
  for (int l = 1; l < vectorLanes; ++l) {
    result.min = low[l] < result.min ? low[l] : result.min;
    result.max = result.max < high[l] ? high[l] : result.max;
  }
  for (; i < count; ++i) {
    result.min = values[i] < result.min ? values[i] : result.min;
    result.max = result.max < values[i] ? values[i] : result.max;
    result.nans += values[i] != values[i];
  }
  return result;
}

void countersOf(const float *__restrict values, int64_t count, const BinScale &scale,
                int32_t *__restrict counters) {
  const float perUnit = scale.perUnit, last = float(scale.bins - 1);
  const int32_t negative = scale.bins, nowhere = 2 * scale.bins;
  for (int64_t i = 0; i < count; ++i) {
    const float x = values[i], place = __builtin_fabsf(x) * perUnit;
    float kept = place < last ? place : last;
    kept = place != place ? 0.0f : kept; // ∞ · 0
    const int32_t counter = int32_t(kept) + (x < 0 ? negative : 0);
    counters[i] = x != x ? nowhere : counter;
  }
}

} // namespace

void fillRows(RowKernels &kernels) {
  kernels.softmaxRow = softmaxRow;
  kernels.standardizeRow = standardizeRow;
  kernels.minMax = minMaxOf;
  kernels.countersOf = countersOf;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt

#include "runtime/calls/histogram/histogram.h"

#include "runtime/numerics/reduce/row_kernels.h"

#include <algorithm>
#include <vector>

namespace qrt {
namespace {

// Values looked at together: first where they go, then the counting.
constexpr int64_t block = 512;

// Equal neighbours, as zeros behind a relu, would wait for each other in one table.
constexpr int64_t mostTables = 4;
// Few values wait less than it takes to clear and add up more tables than one.
constexpr int64_t worthTables = 4096;

void countInto(int32_t *own, int64_t width, int64_t tables, const int32_t *places, int64_t count) {
  int32_t *table[mostTables];
  for (int64_t t = 0; t < mostTables; ++t)
    table[t] = own + t % tables * width;
  int64_t i = 0;
  for (; i + mostTables <= count; i += mostTables) {
    ++table[0][places[i]];
    ++table[1][places[i + 1]];
    ++table[2][places[i + 2]];
    ++table[3][places[i + 3]];
  }
  for (; i < count; ++i)
    ++table[0][places[i]];
}

} // namespace

void histogram(const Execution &execution, const HistogramShape &shape, int64_t count,
               const float *values, float perUnit, int32_t *counts) {
  const RowKernels &kernels = rowKernels(execution.isa);
  const BinScale scale{perUnit, int32_t(shape.bins)};
  const int64_t each = (count + shape.parts - 1) / shape.parts, width = 2 * shape.bins;
  const int64_t tables = each < worthTables ? 1 : mostTables;
  auto parts = [&](int64_t begin, int64_t end) {
    // A counter for NaN lies behind both sets.
    std::vector<int32_t> own(size_t(tables * (width + 1)));
    int32_t places[block];
    for (int64_t p = begin; p < end; ++p) {
      std::fill(own.begin(), own.end(), 0);
      const int64_t stop = std::min(count, (p + 1) * each);
      for (int64_t at = p * each; at < stop; at += block) {
        const int64_t now = std::min(block, stop - at);
        kernels.countersOf(values + at, now, scale, places);
        countInto(own.data(), width + 1, tables, places, now);
      }
      int32_t *part = std::copy_n(own.data(), width, counts + p * width) - width;
      for (int64_t table = 1; table < tables; ++table)
        for (int64_t i = 0; i < width; ++i)
          part[i] += own[size_t(table * (width + 1) + i)];
    }
  };
  execution.parallelFor(shape.parts, 1, parts);
}

} // namespace qrt

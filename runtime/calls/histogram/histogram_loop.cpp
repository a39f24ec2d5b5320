#include "runtime/calls/histogram/histogram.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace qrt {
namespace {

// Values looked at together: first where they go, a loop that vectorizes, then the counting.
constexpr int64_t block = 512;

// A counter for NaN lies behind both sets.
void placesOf(const float *values, int64_t count, float perUnit, int64_t bins, int32_t *places) {
  const float last = float(bins - 1);
  const auto negative = int32_t(bins), nowhere = int32_t(2 * bins);
  for (int64_t i = 0; i < count; ++i) {
    const float x = values[i];
    float place = std::fabs(x) * perUnit;
    place = place < last ? place : last;
    place = std::fabs(x) * perUnit != std::fabs(x) * perUnit ? 0.0f : place; // ∞ · 0
    const int32_t at = int32_t(place) + (x < 0 ? negative : 0);
    places[i] = x != x ? nowhere : at;
  }
}

// Equal neighbours, as zeros behind a relu, would wait for each other in one table.
constexpr size_t tables = 4;

void countInto(int32_t *own, size_t width, const int32_t *places, int64_t count) {
  int32_t *table[tables] = {own, own + width, own + 2 * width, own + 3 * width};
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
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
  const int64_t each = (count + shape.parts - 1) / shape.parts, width = 2 * shape.bins;
  auto parts = [&](int64_t begin, int64_t end) {
    std::vector<int32_t> own(tables * size_t(width + 1));
    int32_t places[block];
    for (int64_t p = begin; p < end; ++p) {
      std::fill(own.begin(), own.end(), 0);
      const int64_t stop = std::min(count, (p + 1) * each);
      for (int64_t at = p * each; at < stop; at += block) {
        const int64_t now = std::min(block, stop - at);
        placesOf(values + at, now, perUnit, shape.bins, places);
        countInto(own.data(), size_t(width + 1), places, now);
      }
      for (int64_t i = 0; i < width; ++i) {
        int32_t sum = 0;
        for (size_t table = 0; table < tables; ++table)
          sum += own[table * size_t(width + 1) + size_t(i)];
        counts[p * width + i] = sum;
      }
    }
  };
  execution.parallelFor(shape.parts, 1, parts);
}

} // namespace qrt

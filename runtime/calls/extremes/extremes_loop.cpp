#include "runtime/calls/extremes/extremes.h"

#include "runtime/numerics/reduce/row_kernels.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

namespace qrt {
namespace {

struct Extremes {
  float min = std::numeric_limits<float>::infinity();
  float max = -std::numeric_limits<float>::infinity();
  int64_t nans = 0;
  void widen(const ReducedMinMax &seen) {
    min = std::min(min, seen.min);
    max = std::max(max, seen.max);
    nans += seen.nans;
  }
};

// Shorter runs of one group cost more to call for than to look at one by one.
constexpr int64_t shortRun = 16;

/// One row whose elements are groups of their own, as channels that lie last: a loop of vectors.
struct Columns {
  explicit Columns(int64_t groups)
      : low(size_t(groups), Extremes().min), high(size_t(groups), Extremes().max),
        nans(size_t(groups)) {}
  void widen(const float *row) {
    float *__restrict lows = low.data(), *__restrict highs = high.data();
    int64_t *__restrict counts = nans.data();
    for (size_t g = 0; g < low.size(); ++g) {
      lows[g] = row[g] < lows[g] ? row[g] : lows[g];
      highs[g] = highs[g] < row[g] ? row[g] : highs[g];
    }
    for (size_t g = 0; g < nans.size(); ++g)
      counts[g] += row[g] != row[g];
  }
  std::vector<float> low, high;
  std::vector<int64_t> nans;
};

// Rows [begin, end) of `before`, into an entry a group.
void widenRows(const RowKernels &kernels, const GroupedSizes &sizes, const float *values,
               int64_t begin, int64_t end, std::vector<Extremes> &groups) {
  if (sizes.after == 1) {
    Columns columns(sizes.groups);
    for (int64_t row = begin; row < end; ++row)
      columns.widen(values + row * sizes.groups);
    for (size_t g = 0; g < groups.size(); ++g)
      groups[g].widen({columns.low[g], columns.high[g], columns.nans[g]});
    return;
  }
  for (int64_t row = begin; row < end; ++row)
    for (int64_t g = 0; g < sizes.groups; ++g) {
      const float *run = values + (row * sizes.groups + g) * sizes.after;
      Extremes &group = groups[g];
      if (sizes.after >= shortRun) {
        group.widen(kernels.minMax(run, sizes.after));
        continue;
      }
      for (int64_t i = 0; i < sizes.after; ++i) {
        group.min = run[i] < group.min ? run[i] : group.min;
        group.max = run[i] > group.max ? run[i] : group.max;
        group.nans += run[i] != run[i];
      }
    }
}

} // namespace

void extremes(const Execution &execution, const GroupedSizes &sizes, const float *values,
              float *result) {
  const RowKernels &kernels = rowKernels(execution.isa);
  std::vector<Extremes> groups(sizes.groups);
  std::mutex mutex;
  const int64_t work = std::max<int64_t>(sizes.groups * sizes.after, 1);
  if (sizes.before > 1) {
    auto rows = [&](int64_t begin, int64_t end) {
      std::vector<Extremes> own(sizes.groups);
      widenRows(kernels, sizes, values, begin, end, own);
      std::lock_guard<std::mutex> lock(mutex);
      for (int64_t g = 0; g < sizes.groups; ++g)
        groups[g].widen({own[g].min, own[g].max, own[g].nans});
    };
    execution.parallelFor(sizes.before, std::max<int64_t>(1, 64 * 1024 / work), rows);
  } else {
    // Threads share one group where it is long.
    auto piece = [&](int64_t begin, int64_t end) {
      for (int64_t at = begin; at < end;) {
        const int64_t g = at / sizes.after;
        const int64_t stop = std::min(end, (g + 1) * sizes.after);
        const ReducedMinMax part = kernels.minMax(values + at, stop - at);
        std::lock_guard<std::mutex> lock(mutex);
        groups[g].widen(part);
        at = stop;
      }
    };
    execution.parallelFor(sizes.groups * sizes.after, 64 * 1024, piece);
  }
  for (int64_t g = 0; g < sizes.groups; ++g) {
    result[3 * g] = groups[g].min;
    result[3 * g + 1] = groups[g].max;
    result[3 * g + 2] = float(groups[g].nans);
  }
}

} // namespace qrt

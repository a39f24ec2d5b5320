#include "runtime/numerics/execution/kernels.h"
#include "runtime/numerics/loops.h"

#include <algorithm>
#include <mutex>

namespace qrt {

void MinMax::widen(const MinMax &seen) {
  min = std::min(min, seen.min);
  max = std::max(max, seen.max);
  nans += seen.nans;
}

MinMax minMax(const Execution &execution, const float *values, int64_t count) {
  const Kernels &kernels = kernelsFor(execution.isa);
  MinMax result;
  std::mutex mutex;
  auto body = [&](int64_t begin, int64_t end) {
    ReducedMinMax part = kernels.minMax(values + begin, end - begin);
    std::lock_guard<std::mutex> lock(mutex);
    result.widen({part.min, part.max, part.nans});
  };
  execution.parallelFor(count, 64 * 1024, body);
  return result;
}

} // namespace qrt

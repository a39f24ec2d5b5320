#include "runtime/numerics/kernels.h"
#include "runtime/numerics/loops.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace qrt {

MinMax minMax(const Execution &execution, const float *values, int64_t count) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Kernels &kernels = kernelsFor(execution.isa);
  MinMax result{infinity, -infinity, 0};
  std::mutex mutex;
  auto body = [&](int64_t begin, int64_t end) {
    ReducedMinMax part = kernels.minMax(values + begin, end - begin);
    std::lock_guard<std::mutex> lock(mutex);
    result.min = std::min(result.min, part.min);
    result.max = std::max(result.max, part.max);
    result.nans += part.nans;
  };
  if (execution.pool)
    execution.pool->parallelFor(count, 64 * 1024, body);
  else
    body(0, count);
  return result;
}

} // namespace qrt

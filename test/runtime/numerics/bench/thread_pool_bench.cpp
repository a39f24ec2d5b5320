// Loops as networks have them, one after another with a little between them: by one caller, by two
// at once with a pool each (two models), by two that share a pool. Each run is as much work whoever
// does it: items/s of two callers together should not be far below one's, and one's not below what
// it was. What is between two processes is models_side_by_side.py's.
#include "runtime/numerics/execution/execution.h"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using namespace qrt;

constexpr int loops = 60;

/// About a microsecond each.
void work(int64_t units) {
  float x = 1;
  for (int64_t i = 0; i < units * 900; ++i) {
    x = x * 0.999f + 0.1f;
    benchmark::DoNotOptimize(x);
  }
}

void runLoops(benchmark::State &state, ThreadPool &pool, int64_t units) {
  for (auto _ : state)
    for (int loop = 0; loop < loops; ++loop) {
      pool.parallelFor(units, 1, [](int64_t begin, int64_t end) { work(end - begin); });
      work(1);
    }
  state.SetItemsProcessed(state.iterations());
}

const bool threadPoolRegistered = [] {
  for (int64_t units : {4, 20, 100, 400})
    for (int callers : {1, 2})
      for (bool isShared : {false, true}) {
        if (isShared && callers == 1)
          continue;
        std::string name = "pool/" + std::to_string(loops) + " loops of " + std::to_string(units) +
                           " us" + (isShared ? "/one pool" : "");
        benchmark::RegisterBenchmark(name.c_str(),
                                     [=](benchmark::State &state) {
                                       static ThreadPool shared(0);
                                       if (isShared)
                                         return runLoops(state, shared, units);
                                       ThreadPool own(0);
                                       runLoops(state, own, units);
                                     })
            ->Threads(callers)
            ->UseRealTime()
            ->MinTime(0.3);
      }
  return true;
}();

} // namespace

// Helpers of the benches of the numeric loops. A benchmark is called FAMILY/WHAT/ISA…, FAMILY being
// a folder of runtime/calls; a test (tools/lint/benches.py) requires one for each.
#pragma once

#include "runtime/numerics/elementwise/elementwise.h"
#include "runtime/numerics/matmul/matmul.h"
#include "runtime/numerics/moves/strided_copy.h"
#include "runtime/numerics/reduce/reduce.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/pool2d.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace qrt::bench {

inline std::string benchName(const std::string &family, const std::string &what, Isa isa) {
  return family + "/" + what + "/" + std::string(isaName(isa));
}

/// One benchmark an instruction set, on one thread; items/s counts `items` of each call.
inline void addBench(const std::string &family, const std::string &what, int64_t items,
                     const std::function<void(const Execution &)> &work) {
  for (Isa isa : availableIsas())
    benchmark::RegisterBenchmark(benchName(family, what, isa).c_str(),
                                 [=](benchmark::State &state) {
                                   const Execution execution{nullptr, isa, FloatOrder::Fast};
                                   for (auto _ : state)
                                     work(execution);
                                   state.SetItemsProcessed(state.iterations() * items);
                                 })
        ->MinTime(0.05);
}

/// `count` numbers between 0.01 and 8.
inline std::vector<float> numbers(int64_t count) {
  std::vector<float> x(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    x[size_t(i)] = 0.01f + 8.0f * float(i) / float(count);
  return x;
}

/// The same, in an order without a trend.
inline std::vector<float> shuffled(int64_t count) {
  std::vector<float> x = numbers(count);
  for (int64_t i = 0; i < count; ++i)
    std::swap(x[size_t(i)], x[size_t(i * 7919 % count)]);
  return x;
}

/// The accumulator, as it is.
inline ScalarProgram identity(ElementType type = ElementType::F32) {
  ScalarBuilder b;
  return b.finish(b.accumulator(type), type);
}

} // namespace qrt::bench

// Softmax of short rows on the first OpenCL device, in microseconds by each kernel that takes them.
#include "test/lowering/kernels/epilogues.h"

#include <benchmark/benchmark.h>

namespace qopt::test {
namespace {

using qrt::ElementType;

void shortRows(benchmark::State &state) {
  if (!OpenClRunner::instance())
    return state.SkipWithError("no OpenCL device");
  const int64_t axis = state.range(0), rows = state.range(1);
  CaseBuilder builder(ElementType::F32, axis);
  std::mt19937 random(1);
  const qrt::Tensor x = randomTensor(random, ElementType::F32, {rows, axis});
  const qrt::SoftmaxCall call{perSample(1), axis, builder.buffer(x), identityEpilogue()};
  OpenClRunner &runner = *OpenClRunner::instance();
  const qrt::DeviceDescription device = runner.description();
  const CallSite site{builder.program, builder.program.nodes[0], device};
  for (auto _ : state)
    for (const Choice &choice : candidatesFor(site, call, rows)) {
      const qrt::Program program = builder.emitted(call, choice, device);
      double least = runner.run(program, rows, builder.contents, 2).seconds;
      for (int i = 0; i < 5; ++i)
        least = std::min(least, runner.run(program, rows, builder.contents, 10).seconds);
      state.counters[textOf(choice)] = least * 1e6;
    }
}
BENCHMARK(shortRows)->ArgsProduct({{2, 10, 16, 32, 49, 64}, {64, 8192}})->Iterations(1);

} // namespace
} // namespace qopt::test

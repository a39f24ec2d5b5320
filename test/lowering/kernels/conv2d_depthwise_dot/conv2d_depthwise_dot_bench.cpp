// Depthwise convolutions of bytes with large windows on the first OpenCL device, in microseconds by
// each kernel that takes them and all that it leaves open.
#include "test/lowering/kernels/conv2d_cases.h"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::ElementType;

struct Layer {
  int64_t size, channels, window, stride;
};
constexpr Layer layers[] = {{56, 96, 7, 1}, {28, 192, 7, 1}, {14, 384, 7, 1}, {7, 768, 7, 1},
                            {56, 72, 5, 2}, {28, 240, 5, 1}, {14, 672, 5, 2}, {7, 960, 5, 1}};

void largeWindows(benchmark::State &state) {
  if (!OpenClRunner::instance())
    return state.SkipWithError("no OpenCL device");
  const auto &[size, channels, window, stride] = layers[state.range(0)];
  const int64_t batch = state.range(1);
  const qrt::Conv2dShape shape =
      shapeOf({size, size}, channels, channels, channels,
              {{window, window}, {stride, stride}, {1, 1}, {window / 2, window / 2}});
  const int64_t pixels = shape.out[0] * shape.out[1];
  std::mt19937 random(1);
  CaseBuilder builder(ElementType::I8, pixels * channels);
  qrt::Conv2dCall call{
      shape,
      perSample(1),
      {builder.buffer(randomImages(random, ElementType::I8, shape, batch)), {ElementType::I8, -3}},
      {builder.constantOperand(randomFilters(random, ElementType::I8, shape)),
       {ElementType::I8, 0}},
      {}};
  residualEpilogue(random, batch, pixels, channels, 1e-4f, ElementType::I32)
      .bind(builder, call.epilogue);
  OpenClRunner &runner = *OpenClRunner::instance();
  const qrt::DeviceDescription device = runner.description();
  const CallSite site{builder.program, builder.program.nodes[0], device};
  for (auto _ : state)
    for (const Choice &choice : candidatesFor(site, call, batch)) {
      const qrt::Program program = builder.emitted(call, choice, device);
      double least = runner.run(program, batch, builder.contents, 2).seconds;
      for (int i = 0; i < 5; ++i)
        least = std::min(least, runner.run(program, batch, builder.contents, 10).seconds);
      state.counters[textOf(choice)] = least * 1e6;
    }
}
BENCHMARK(largeWindows)
    ->ArgsProduct({benchmark::CreateDenseRange(0, int64_t(std::size(layers)) - 1, 1), {1, 32}})
    ->Iterations(1);

} // namespace
} // namespace qopt::test

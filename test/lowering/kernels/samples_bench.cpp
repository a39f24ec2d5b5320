// Every kernel's sample on the first OpenCL device, by each choice that the kernel leaves open, in
// microseconds: whether a kernel that is changed got slower. Samples are small, here a batch of
// them runs; what a kernel takes for layers of networks a bench of its own says.
#include "test/lowering/kernels/sample_calls.h"

#include <benchmark/benchmark.h>

namespace qopt::test {
namespace {

constexpr int64_t batch = 256;

/// Zeros in every buffer.
std::vector<qrt::Tensor> zerosOf(const qrt::Program &program) {
  std::vector<qrt::Tensor> contents;
  for (const qrt::Buffer &buffer : program.buffers) {
    contents.push_back(qrt::Tensor::allocate(qrt::ElementType::U8, {buffer.bytes.at(batch)}));
    std::ranges::fill(contents.back().mutableValues<uint8_t>(), uint8_t(0));
  }
  return contents;
}

double secondsOf(const Sample &sample, const Choice &choice, const qrt::DeviceDescription &device) {
  OpenClRunner &runner = *OpenClRunner::instance();
  const qrt::Program program = sample.builder.emitted(sample.call, choice, device);
  const std::vector<qrt::Tensor> contents = zerosOf(program);
  double least = runner.run(program, batch, contents, 2).seconds; // compiles
  for (int i = 0; i < 3; ++i)
    least = std::min(least, runner.run(program, batch, contents, 10).seconds);
  return least;
}

void runSample(benchmark::State &state, const DeviceKernel &kernel, qrt::ElementType type) {
  if (!OpenClRunner::instance())
    return state.SkipWithError("no OpenCL device");
  const std::optional<Sample> sample = sampleOf(kernel, type);
  std::string reason;
  for (const bool isGpu : {false, true}) { // a CPU tries kernels for GPUs, too
    const qrt::DeviceDescription device = OpenClRunner::instance()->withLibraries(isGpu);
    reason = sample->builder.against(kernel, sample->call, device);
    if (!reason.empty())
      continue;
    for (auto _ : state)
      for (const Choice &choice : sample->builder.choicesOf(kernel, sample->call, device))
        state.counters[textOf(choice)] = secondsOf(*sample, choice, device) * 1e6;
    return;
  }
  state.SkipWithError(("not here: it " + reason).c_str());
}

const bool areRegistered = [] {
  for (const DeviceKernel *kernel : allKernels())
    for (qrt::ElementType type : qrt::allElementTypes)
      if (sampleOf(*kernel, type))
        benchmark::RegisterBenchmark(
            (std::string(kernel->name) + "/" + std::string(qrt::elementTypeName(type))).c_str(),
            [kernel, type](benchmark::State &state) { runSample(state, *kernel, type); })
            ->Iterations(1);
  return true;
}();

} // namespace
} // namespace qopt::test

// Products of five networks on an OpenCL device (QOPT_TEST_OPENCL=1: the second), a relu behind
// each: as each kernel that takes them, the fastest of ours beside CLBlast. What is fastest of all
// is what tuning chooses.
#include "test/lowering/kernels/cases.h"

#include <benchmark/benchmark.h>

#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;

/// A convolution of `side`² pixels of one each, or a product of `rows`.
struct Layer {
  const char *name;
  int64_t side, rows, in, out;
};
constexpr Layer layers[] = {{"ResNet-50, stage 1, expand", 56, 0, 64, 256},
                            {"ResNet-50, stage 3, reduce", 14, 0, 1024, 256},
                            {"ResNet-50, stage 4, expand", 7, 0, 512, 2048},
                            {"ResNet-50, fully connected", 0, 1, 2048, 1000},
                            {"MobileNet-V2, block 2, expand", 56, 0, 24, 144},
                            {"MobileNet-V2, block 14, project", 7, 0, 576, 160},
                            {"MobileNet-V2, last", 7, 0, 320, 1280},
                            {"MobileNet-V2, fully connected", 0, 1, 1280, 1000},
                            {"EfficientNet-B0, block 5, project", 28, 0, 240, 40},
                            {"EfficientNet-B0, block 9, project", 14, 0, 672, 112},
                            {"SqueezeNet 1.1, fire 2, squeeze", 55, 0, 64, 16},
                            {"SqueezeNet 1.1, fire 9, expand", 13, 0, 64, 256},
                            {"SqueezeNet 1.1, last", 13, 0, 512, 1000},
                            {"BERT-base, attention's output", 0, 128, 768, 768},
                            {"BERT-base, feed forward", 0, 128, 768, 3072},
                            {"BERT-base, pooler", 0, 1, 768, 768}};

qrt::CallEpilogue relu() {
  qrt::ScalarBuilder b;
  qrt::CallEpilogue epilogue;
  epilogue.program =
      b.finish(b.apply(qrt::ScalarOp::MaxF, b.accumulator(ElementType::F32), b.constant(0.0f)),
               ElementType::F32);
  return epilogue;
}

qrt::Call callOf(CaseBuilder &builder, const Layer &layer, int64_t batch) {
  std::mt19937 random(1);
  const auto floats = [&](qrt::Shape shape) {
    return randomTensor(random, ElementType::F32, std::move(shape));
  };
  const int64_t in = layer.in, out = layer.out, side = layer.side;
  if (!side)
    return qrt::MatmulCall{{.k = in, .n = out},
                           perSample(1),
                           fixed(layer.rows),
                           {builder.buffer(floats({batch, layer.rows, in})), {}},
                           {builder.constantOperand(floats({in, out})), {}},
                           relu()};
  return qrt::Conv2dCall{{{side, side}, {side, side}, in, out, 1, {}},
                         perSample(1),
                         {builder.buffer(floats({batch, side, side, in})), {}},
                         {builder.constantOperand(floats({out, in, 1, 1})), {}},
                         relu()};
}

/// The least of a few runs; of one and another where they are long.
double secondsOf(const CaseBuilder &builder, const qrt::Program &program, int64_t batch) {
  constexpr double isLong = 0.1;
  OpenClRunner &runner = *OpenClRunner::instance();
  const double first = runner.run(program, batch, builder.contents, 2).seconds;
  return first > isLong ? first
                        : std::min(first, runner.run(program, batch, builder.contents, 10).seconds);
}

void products(benchmark::State &state) {
  if (!OpenClRunner::instance())
    return state.SkipWithError("no OpenCL device");
  const Layer &layer = layers[state.range(0)];
  const int64_t batch = state.range(1), rows = layer.side ? layer.side * layer.side : layer.rows;
  CaseBuilder builder(ElementType::F32, rows * layer.out);
  const qrt::Call call = callOf(builder, layer, batch);
  OpenClRunner &runner = *OpenClRunner::instance();
  const qrt::DeviceDescription device = runner.withLibraries(runner.description().isGpu);
  double ours = std::numeric_limits<double>::infinity(), theirs = ours;
  std::string kernel;
  for (auto _ : state)
    for (const Choice &choice :
         candidatesFor({builder.program, builder.program.nodes[0], device}, call, batch)) {
      if (choice.kernel->name.ends_with(".plain"))
        continue; // takes seconds, and is never chosen where another takes the call
      const double seconds = secondsOf(builder, builder.emitted(call, choice, device), batch);
      if (choice.kernel->name.ends_with(".clblast")) {
        theirs = std::min(theirs, seconds);
      } else if (seconds < ours) {
        ours = seconds;
        kernel = textOf(choice);
      }
    }
  state.counters["ours_ms"] = ours * 1e3;
  state.counters["clblast_ms"] = theirs * 1e3;
  state.SetLabel(std::string(layer.name) + ": " + kernel + ", chosen " +
                 (theirs < ours ? "clblast" : "ours"));
}

void shapes(benchmark::internal::Benchmark *bench) {
  for (int64_t batch : {1, 32})
    for (int64_t layer = 0; layer < int64_t(std::size(layers)); ++layer)
      bench->Args({layer, batch});
  bench->Iterations(1);
}
BENCHMARK(products)->Apply(shapes);

} // namespace
} // namespace qopt::test

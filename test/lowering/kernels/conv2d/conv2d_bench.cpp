// ResNet-20's convolutions and some of several groups on the first OpenCL device, each with a
// residual epilogue: milliseconds and multiply-adds per second.
#include "test/lowering/kernels/epilogues.h"

#include <benchmark/benchmark.h>

namespace qopt::test {
namespace {

using qrt::ElementType;

struct Layer {
  int64_t size, in, out, stride, groups = 1;
};
constexpr Layer layers[] = {{32, 3, 16, 1},        {32, 16, 16, 1},     {32, 16, 32, 2},
                            {16, 32, 32, 1},       {16, 32, 64, 2},     {8, 64, 64, 1},
                            {56, 128, 128, 1, 32}, {28, 112, 112, 2, 2}};

qrt::CallEpilogue scaled(CaseBuilder &builder, std::mt19937 &random, int64_t channels) {
  qrt::ScalarBuilder b;
  auto t = b.apply(qrt::ScalarOp::MulF, b.accumulator(ElementType::F32),
                   b.input({qrt::ScalarInputKind::Channel, ElementType::F32, 0}));
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.apply(qrt::ScalarOp::MaxF, t, b.constant(0.0f)), ElementType::F32);
  epilogue.channels = {builder.constant(randomTensor(random, ElementType::F32, {channels}))};
  return epilogue;
}

void run(benchmark::State &state, ElementType type) {
  if (!OpenClRunner::instance())
    return state.SkipWithError("no OpenCL device");
  const Layer &layer = layers[state.range(0)];
  const int64_t batch = state.range(1), size = layer.size / layer.stride;
  std::mt19937 random(1);
  const qrt::Conv2dShape shape{{layer.size, layer.size},
                               {size, size},
                               layer.in,
                               layer.out,
                               layer.groups,
                               {{3, 3}, {layer.stride, layer.stride}, {1, 1}, {1, 1}}};
  const bool isFloat = type == ElementType::F32;
  CaseBuilder builder(isFloat ? ElementType::F32 : ElementType::I8, size * size * layer.out);
  qrt::Conv2dCall call{
      shape,
      perSample(1),
      {builder.buffer(randomTensor(random, type, {batch, layer.size, layer.size, layer.in})),
       {type, 0}},
      {builder.constantOperand(randomTensor(random, isFloat ? type : ElementType::I8,
                                            {layer.out, layer.in / layer.groups, 3, 3})),
       {isFloat ? type : ElementType::I8, 0}},
      {}};
  if (isFloat)
    call.epilogue = scaled(builder, random, layer.out);
  else
    residualEpilogue(random, batch, size * size, layer.out, 1e-4f, ElementType::I32)
        .bind(builder, call.epilogue);
  const qrt::DeviceDescription device = OpenClRunner::instance()->description();
  const qrt::Program program = builder.emitted(
      call, (*selectKernel({builder.program, builder.program.nodes[0], device}, call))[0].choice,
      device);
  double seconds = 0;
  for (auto _ : state) {
    seconds = OpenClRunner::instance()->run(program, batch, builder.contents, 20).seconds;
    state.SetIterationTime(seconds);
  }
  state.counters["ms"] = seconds * 1e3;
  state.counters["GMAC/s"] =
      double(batch * size * size * layer.out * (layer.in / layer.groups) * 9) / seconds * 1e-9;
}

void f32(benchmark::State &state) { run(state, ElementType::F32); }
void i8(benchmark::State &state) { run(state, ElementType::I8); }
void shapes(benchmark::internal::Benchmark *bench) {
  for (int64_t batch : {1, 32})
    for (int64_t layer = 0; layer < int64_t(std::size(layers)); ++layer)
      bench->Args({layer, batch});
  bench->UseManualTime()->Iterations(1);
}
BENCHMARK(f32)->Apply(shapes);
BENCHMARK(i8)->Apply(shapes);

} // namespace
} // namespace qopt::test

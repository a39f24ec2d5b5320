// ResNet-20's and EfficientNets' convolutions with the epilogues that their layers have, per
// instruction set: items/s counts multiply-adds.
#include "runtime/numerics/windows/fused_conv2d.h"
#include "runtime/numerics/windows/tiled_conv2d.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;

struct Layer {
  const char *name;
  int64_t extent, in, out, kernel, stride, groups = 1, dilation = 1;
};
constexpr Layer layers[] = {
    {"stem 32x32 3>16", 32, 3, 16, 3, 1},
    {"32x32 16>16", 32, 16, 16, 3, 1},
    {"32x32 16>32 s2", 32, 16, 32, 3, 2},
    {"16x16 32>32", 16, 32, 32, 3, 1},
    {"16x16 32>64 s2", 16, 32, 64, 3, 2},
    {"8x8 64>64", 8, 64, 64, 3, 1},
    {"1x1 32x32 16>32 s2", 32, 16, 32, 1, 2},
    {"1x1 14x14 256>256", 14, 256, 256, 1, 1},
    {"3x3 112x112 dw32", 112, 32, 32, 3, 1, 32},
    {"3x3 56x56 dw144 s2", 56, 144, 144, 3, 2, 144},
    {"5x5 28x28 dw240", 28, 240, 240, 5, 1, 240},
    {"3x3 14x14 dw480", 14, 480, 480, 3, 1, 480},
    {"5x5 7x7 dw1152", 7, 1152, 1152, 5, 1, 1152},
    {"1x1 112x112 32>16", 112, 32, 16, 1, 1},
    {"1x1 56x56 24>144", 56, 24, 144, 1, 1},
    {"1x1 7x7 1152>192", 7, 1152, 192, 1, 1},
    {"3x3 55x55 16>64", 55, 16, 64, 3, 1},
    {"3x3 13x13 64>256", 13, 64, 256, 3, 1},
    {"3x3 14x14 256>256", 14, 256, 256, 3, 1},
    {"3x3 56x56 64>64", 56, 64, 64, 3, 1},
    {"7x7 56x56 dw96", 56, 96, 96, 7, 1, 96},
    {"9x9 56x56 dw96", 56, 96, 96, 9, 1, 96},
    {"7x7 7x7 dw768", 7, 768, 768, 7, 1, 768},
    {"3x3 56x56 dw96 d2", 56, 96, 96, 3, 1, 96, 2},
    {"3x3 56x56 128>128 g32", 56, 128, 128, 3, 1, 32},
};

Conv2dShape shapeOf(const Layer &layer) {
  Conv2dShape s;
  s.in = {layer.extent, layer.extent};
  s.out = {layer.extent / layer.stride, layer.extent / layer.stride};
  s.inChannels = layer.in;
  s.outChannels = layer.out;
  s.groups = layer.groups;
  int64_t pad = layer.kernel / 2 * layer.dilation;
  s.window = {{layer.kernel, layer.kernel},
              {layer.stride, layer.stride},
              {layer.dilation, layer.dilation},
              {pad, pad}};
  return s;
}

/// Bias and ReLU, or requantization.
ScalarProgram epilogueOf(ElementType type) {
  ScalarBuilder b;
  auto channel = b.input({ScalarInputKind::Channel, ElementType::F32, 0});
  if (type == ElementType::F32) {
    auto sum = b.apply(ScalarOp::AddF, b.accumulator(type), channel);
    return b.finish(b.apply(ScalarOp::MaxF, sum, b.constant(0.0f)), type);
  }
  auto bias = b.input({ScalarInputKind::Channel, ElementType::I32, 1});
  auto acc = b.apply(ScalarOp::AddI, b.accumulator(ElementType::I32), bias);
  auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, acc), channel);
  t = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(0.0f));
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(0.0f)), b.constant(255.0f));
  return b.finish(b.apply(ScalarOp::F32ToI32, t), type);
}

/// The ways in which float sums are made.
enum class Sums { Fixed, Fast, Winograd };

void runLayer(benchmark::State &state, const Layer &layer, Isa isa, ElementType type, Sums sums,
              int64_t samples, ThreadPool *pool) {
  Conv2dShape s = shapeOf(layer);
  size_t width = byteWidth(type);
  std::vector<char> x(size_t(samples * s.in[0] * s.in[1] * s.inChannels) * width, 0);
  int64_t products = s.inChannels / s.groups * layer.kernel * layer.kernel; // of one result
  std::vector<char> w(size_t(s.outChannels * products) * width, 0);
  std::vector<char> out(size_t(samples * s.out[0] * s.out[1] * s.outChannels) * width);
  std::vector<float> multiplier(size_t(s.outChannels), 0.01f);
  std::vector<int32_t> bias(size_t(s.outChannels), 3);
  Execution execution{pool, isa, sums == Sums::Fixed ? FloatOrder::Fixed : FloatOrder::Fast};
  QuantizedInput input{type, 0};
  ScalarProgram program = epilogueOf(type);
  const void *channels[] = {multiplier.data(), bias.data()};
  const QuantizedInput weightType{isFloat(type) ? type : ElementType::I8, 0};
  auto packed = sums == Sums::Winograd
                    ? packTiledConv2d(execution, s, reinterpret_cast<const float *>(w.data()))
                    : packConv2d(execution, s, input, weightType, w.data());
  for (auto _ : state)
    conv2d(execution, s, samples, input, x.data(), *packed, {&program, {}, channels, out.data()});
  int64_t macs = samples * s.out[0] * s.out[1] * s.outChannels * products;
  state.SetItemsProcessed(state.iterations() * macs);
}

void registerLayer(const Layer &layer, Isa isa, ElementType type, Sums sums, int64_t samples,
                   ThreadPool *pool) {
  constexpr const char *suffix[] = {"-fixed", "", "-winograd"};
  std::string name = benchName("conv2d", layer.name, isa) + "/" +
                     std::string(elementTypeName(type)) + suffix[int(sums)] + "/batch" +
                     std::to_string(samples) + (pool ? "/threads" : "");
  benchmark::RegisterBenchmark(
      name.c_str(),
      [=](benchmark::State &state) { runLayer(state, layer, isa, type, sums, samples, pool); })
      ->UseRealTime()
      ->MinTime(0.1);
}

/// A pointwise convolution and a depthwise one of its result, row by row; apart where a set of
/// instructions has no kernel for the rows.
void runFused(benchmark::State &state, Isa isa) {
  constexpr int64_t side = 56, in = 16, channels = 96;
  const Conv2dShape first{{side, side}, {side, side}, in, channels};
  Conv2dShape second{{side, side}, {side, side}, channels, channels, channels};
  second.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
  const std::vector<float> x(size_t(side * side * in)), w(size_t(in * channels)),
      v(size_t(9 * channels)), multiplier(size_t(channels), 0.01f);
  std::vector<float> between(size_t(side * side * channels)), out(between.size());
  const Execution execution{nullptr, isa, FloatOrder::Fast};
  const QuantizedInput floats;
  const auto packed = packConv2d(execution, first, floats, floats, w.data());
  const auto packedSecond = packConv2d(execution, second, floats, floats, v.data());
  const ScalarProgram program = epilogueOf(ElementType::F32);
  const void *scales[] = {multiplier.data()};
  const Epilogue inner{&program, {}, scales, between.data()},
      outer{&program, {}, scales, out.data()};
  for (auto _ : state)
    if (!fusedConv2d(execution, 1, x.data(), {first, floats, *packed, inner},
                     {second, floats, *packedSecond, outer})) {
      conv2d(execution, first, 1, floats, x.data(), *packed, inner);
      conv2d(execution, second, 1, floats, between.data(), *packedSecond, outer);
    }
  state.SetItemsProcessed(state.iterations() * side * side * channels * (in + 9));
}

const bool fusedRegistered = [] {
  for (Isa isa : availableIsas())
    benchmark::RegisterBenchmark(benchName("fused_conv2d", "pointwise 16 to 96, 3x3", isa).c_str(),
                                 [=](benchmark::State &state) { runFused(state, isa); })
        ->UseRealTime()
        ->MinTime(0.1);
  return true;
}();

const bool conv2dRegistered = [] {
  static ThreadPool pool(0);
  for (const Layer &layer : layers)
    for (Isa isa : availableIsas()) {
      for (ElementType type : {ElementType::F32, ElementType::U8, ElementType::I8}) {
        registerLayer(layer, isa, type, Sums::Fast, 8, nullptr);
        if (isa == availableIsas().back())
          registerLayer(layer, isa, type, Sums::Fast, 1, &pool);
      }
      registerLayer(layer, isa, ElementType::F32, Sums::Fixed, 8, nullptr);
      if (hasTiles(shapeOf(layer)))
        registerLayer(layer, isa, ElementType::F32, Sums::Winograd, 8, nullptr);
    }
  return true;
}();

} // namespace

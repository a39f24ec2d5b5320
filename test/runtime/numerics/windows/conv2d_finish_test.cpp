// Kernels of convolutions finish their sums themselves wherever the instruction set can: what they
// store, and that it is they who do.
#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/depthwise.h"
#include "test/runtime/numerics/requantize.h"
#include "test/runtime/numerics/windows/conv2d_shapes.h"

namespace qrt::test {
namespace {

/// All but depthwise windows between which columns are left out, and the baseline.
bool finishes(const Execution &execution, const Conv2dShape &s, QuantizedInput input) {
  const int64_t reach = (s.window.kernel[1] - 1) * s.window.dilation[1] + 1;
  return execution.isa >= Isa::Avx2 && (!isDepthwise(s, input) || s.window.stride[1] <= reach);
}

/// One layer of bytes and its requantization.
template <class X> struct Layer {
  Conv2dShape shape;
  QuantizedInput input;
  std::vector<X> x;
  std::vector<int8_t> w;
  std::vector<int32_t> bias, mantissas, shifts;
  std::vector<float> scale;

  Layer(Random &random, const Conv2dShape &shape)
      : shape(shape), input{elementTypeOf<X>(), int32_t(random.values<X>(1)[0])},
        x(random.values<X>(2 * inputSize(shape))), w(random.values<int8_t>(weightSize(shape))) {
    for (int64_t c = 0; c < shape.outChannels; ++c) {
      bias.push_back(int32_t(random.integer(-9000, 9000)));
      scale.push_back(random.real(0.001f, 0.02f));
      mantissas.push_back(int32_t(random.integer(1 << 30, INT32_MAX)));
      shifts.push_back(int32_t(random.integer(0, 11)));
    }
  }

  /// `of` makes a byte of a sum and its channel.
  template <class Of> std::vector<float> expected(const Execution &execution, const Of &of) const {
    std::vector<float> bytes;
    for (int32_t sum : runConv<int32_t>(execution, shape, 2, input, x, w)) {
      const size_t c = bytes.size() % bias.size();
      bytes.push_back(of(sum + bias[c], c));
    }
    return bytes;
  }
  std::vector<float> expected(const Execution &execution, Bounds bounds) const {
    return expected(execution,
                    [&](int32_t sum, size_t c) { return requantized(sum, scale[c], bounds); });
  }
  std::vector<float> expectedFixed(const Execution &execution, Bounds bounds,
                                   std::optional<int32_t> shift) const {
    return expected(execution, [&](int32_t sum, size_t c) {
      return fixedRequantized(sum, mantissas[c], shift.value_or(shifts[c]), bounds);
    });
  }

  /// `program` by the kernel alone: the steps behind it would store ones.
  template <class R>
  std::vector<R> finished(const Execution &execution, const ScalarProgram &program) const {
    const BlockProgram whole(execution.isa, program);
    EXPECT_TRUE(whole.finish);
    ScalarBuilder b;
    const ScalarProgram ones =
        b.finish(b.apply(ScalarOp::MinI,
                         b.apply(ScalarOp::MaxI, b.accumulator(ElementType::I32), b.constant(1)),
                         b.constant(1)),
                 elementTypeOf<R>());
    BlockProgram prepared(execution.isa, ones);
    prepared.finish = whole.finish;
    prepared.table = whole.table;
    const bool hasFinishes = finishes(execution, shape, input);
    std::vector<R> out(size_t(2 * outputSize(shape)));
    auto packed = packConv2d(execution, shape, input, {ElementType::I8, 0}, w.data());
    const void *channels[] = {bias.data(), scale.data(), mantissas.data(), shifts.data()};
    conv2d(execution, shape, 2, input, x.data(), *packed,
           {&program, {}, channels, out.data(), 1, {}, hasFinishes ? &prepared : &whole});
    return out;
  }
};

template <class X, class R> void sweepFinishes(uint64_t seed, MakeShape shape, Bounds bounds) {
  Random random(seed);
  const ScalarProgram program = requantize(true, bounds, elementTypeOf<R>());
  const std::optional<int32_t> shifts[] = {{}, 7}; // of each channel, or of all
  for (int i = 0; i < 20; ++i) {
    const Layer<X> layer(random, shape(random));
    auto check = [&](const Execution &execution, const ScalarProgram &of,
                     const std::vector<float> &steps) {
      expectSame(std::vector<R>(steps.begin(), steps.end()),
                 layer.template finished<R>(execution, of),
                 describe(execution) + " seed " + std::to_string(seed) + " " + name(layer.shape));
    };
    for (const Execution &execution : executions()) {
      check(execution, program, layer.expected(execution, bounds));
      for (std::optional<int32_t> shift : shifts)
        check(execution, fixedRequantize(bounds, elementTypeOf<R>(), shift),
              layer.expectedFixed(execution, bounds, shift));
    }
  }
}

template <class X> void sweepTable(uint64_t seed, MakeShape shape) {
  Random random(seed);
  constexpr Bounds bounds{0, -100, 127};
  std::vector<int32_t> table(228);
  for (int32_t &value : table)
    value = int32_t(random.integer(0, 255));
  const ScalarProgram program =
      lookUp(requantize(true, bounds, ElementType::I32), table, int32_t(bounds.lower));
  for (int i = 0; i < 20; ++i) {
    const Layer<X> layer(random, shape(random));
    for (const Execution &execution : executions()) {
      std::vector<uint8_t> expected;
      for (float step : layer.expected(execution, bounds))
        expected.push_back(uint8_t(table[size_t(step - bounds.lower)]));
      expectSame(expected, layer.template finished<uint8_t>(execution, program),
                 describe(execution) + " seed " + std::to_string(seed) + " " + name(layer.shape));
    }
  }
}

void sweepAll(uint64_t seed, MakeShape shape) {
  sweepFinishes<uint8_t, uint8_t>(seed, shape, {0, 0, 255});
  sweepFinishes<uint8_t, int8_t>(seed + 1, shape, {-7, -128, 100});
  sweepFinishes<int8_t, uint8_t>(seed + 2, shape, {131, 131, 255});
  sweepFinishes<int8_t, int8_t>(seed + 3, shape, {3, -128, 127});
  sweepTable<uint8_t>(seed + 4, shape);
  sweepTable<int8_t>(seed + 5, shape);
}

/// A bias, rounded where the result is a half, and bounds.
ScalarProgram bounded(ElementType stored) {
  ScalarBuilder b;
  auto t = b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                   b.input({ScalarInputKind::Channel, ElementType::F32, 0}));
  if (isHalf(stored))
    t = b.roundTo(stored, t);
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(-0.5f)), b.constant(0.75f));
  return b.finish(t, stored);
}

/// Inputs of type X, results of type R.
template <class X, class R> void sweepFloat(uint64_t seed, MakeShape shape) {
  Random random(seed);
  const QuantizedInput input{elementTypeOf<X>(), 0};
  const ScalarProgram program = bounded(elementTypeOf<R>());
  const ScalarProgram plain = identityEpilogue(elementTypeOf<R>());
  for (int i = 0; i < 20; ++i) {
    const Conv2dShape s = shape(random);
    const auto x = someOf<X>(random, 2 * inputSize(s)), w = someOf<X>(random, weightSize(s));
    const auto bias = random.values<float>(s.outChannels);
    for (FloatOrder order : {FloatOrder::Fixed, FloatOrder::Fast})
      for (const Execution &execution : executions(order)) {
        std::vector<R> expected;
        for (float sum : runConv<float>(execution, s, 2, input, x, w)) {
          const float value = float(R(sum + bias[expected.size() % bias.size()]));
          expected.push_back(R(std::clamp(value, -0.5f, 0.75f)));
        }
        const BlockProgram whole(execution.isa, program);
        BlockProgram prepared(execution.isa, plain); // what steps behind the kernel would do
        prepared.finish = whole.finish;
        EXPECT_TRUE(whole.finish);
        std::vector<R> out(expected.size());
        auto packed = packConv2d(execution, s, input, input, w.data());
        const void *channels[] = {bias.data()};
        const bool hasFinishes = finishes(execution, s, input);
        conv2d(execution, s, 2, input, x.data(), *packed,
               {&program, {}, channels, out.data(), 1, {}, hasFinishes ? &prepared : &whole});
        expectSame(expected, out,
                   describe(execution) + " seed " + std::to_string(seed) + " " + name(s));
      }
  }
}

template <class X, class R> void sweepFloats(uint64_t seed) {
  sweepFloat<X, R>(seed, randomShape);
  sweepFloat<X, R>(seed + 1, depthwiseShape);
  sweepFloat<X, R>(seed + 2, anyDepthwiseShape);
}

TEST(Conv2dFinish, Floats) { sweepFloats<float, float>(71); }
TEST(Conv2dFinish, BrainHalves) { sweepFloats<BFloat16, BFloat16>(74); }
TEST(Conv2dFinish, FloatsToBrainHalves) { sweepFloats<float, BFloat16>(77); }

TEST(Conv2dFinish, Any) { sweepAll(41, randomShape); }
TEST(Conv2dFinish, Depthwise) { sweepAll(51, depthwiseShape); }
TEST(Conv2dFinish, DepthwiseOfAnyWindow) { sweepAll(61, anyDepthwiseShape); }

} // namespace
} // namespace qrt::test

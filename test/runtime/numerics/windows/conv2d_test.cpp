#include "runtime/numerics/matmul/block_product.h"
#include "test/runtime/numerics/windows/conv2d_shapes.h"

namespace qrt::test {
namespace {

template <class X, class W, class Acc>
void sweepInteger(uint64_t seed, int64_t shapes, MakeShape shape = randomShape) {
  Random random(seed);
  for (int64_t i = 0; i < shapes; ++i) {
    Conv2dShape s = shape(random);
    int64_t samples = random.integer(1, 3);
    auto x = random.values<X>(samples * inputSize(s));
    auto w = random.values<W>(weightSize(s));
    int32_t zero = random.integer(0, 1) ? 0 : int32_t(random.values<X>(1)[0]);
    auto expected = naiveConv<X, W, Acc>(s, samples, zero, x, w);
    for (const Execution &execution : executions())
      expectSame(expected, runConv<Acc>(execution, s, samples, {elementTypeOf<X>(), zero}, x, w),
                 describe(execution) + " seed " + std::to_string(seed) + " zero " +
                     std::to_string(zero) + " " + name(s));
  }
}

TEST(Conv2d, Unsigned8) { sweepInteger<uint8_t, int8_t, int32_t>(11, 60); }
TEST(Conv2d, Signed8) { sweepInteger<int8_t, int8_t, int32_t>(12, 60); }
TEST(Conv2d, Signed16) { sweepInteger<int16_t, int16_t, int64_t>(13, 25); }
TEST(Conv2d, Signed16WithWeightsOf8) { sweepInteger<int16_t, int8_t, int64_t>(15, 25); }

TEST(Conv2d, DepthwiseUnsigned8) { sweepInteger<uint8_t, int8_t, int32_t>(21, 60, depthwiseShape); }
TEST(Conv2d, DepthwiseSigned8) { sweepInteger<int8_t, int8_t, int32_t>(22, 60, depthwiseShape); }

TEST(Conv2d, AnyDepthwiseUnsigned8) {
  sweepInteger<uint8_t, int8_t, int32_t>(24, 60, anyDepthwiseShape);
}
TEST(Conv2d, AnyDepthwiseSigned8) {
  sweepInteger<int8_t, int8_t, int32_t>(25, 60, anyDepthwiseShape);
}

// q − z of weights, once they are i16 and once kernels take z off.
template <class X, class W> void sweepZeroPoints(uint64_t seed, MakeShape shape) {
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    Conv2dShape s = shape(random);
    auto x = random.values<X>(2 * inputSize(s));
    auto w = random.values<W>(weightSize(s));
    const int32_t zero = random.values<X>(1)[0], weightsZero = random.values<W>(1)[0];
    std::vector<int16_t> centered(w.begin(), w.end());
    for (int16_t &value : centered)
      value = int16_t(value - weightsZero);
    auto expected = naiveConv<X, int16_t, int32_t>(s, 2, zero, x, centered);
    const QuantizedInput input{elementTypeOf<X>(), zero};
    for (const Execution &execution : executions()) {
      const std::string what =
          describe(execution) + " seed " + std::to_string(seed) + " " + name(s);
      expectSame(expected, runConv<int32_t>(execution, s, 2, input, x, w, weightsZero), what);
      expectSame(expected, runConv<int32_t>(execution, s, 2, input, x, centered), what);
    }
  }
}

TEST(Conv2d, ZeroPointsOfWeights) {
  sweepZeroPoints<uint8_t, uint8_t>(41, randomShape);
  sweepZeroPoints<int8_t, int8_t>(42, depthwiseShape);
  sweepZeroPoints<uint8_t, int8_t>(43, depthwiseShape);
  sweepZeroPoints<int8_t, uint8_t>(44, anyDepthwiseShape);
}

// The evaluator's and folding's order: kernel rows, then columns, then channels (F4).
TEST(Conv2d, FixedOrderHasTheSameBitsEverywhere) {
  constexpr uint64_t seed = 14;
  Random random(seed);
  for (int i = 0; i < 120; ++i) {
    Conv2dShape s = shapesInTurn[i % 3](random);
    auto x = random.values<float>(2 * inputSize(s)), w = random.values<float>(weightSize(s));
    auto expected = naiveConv<float, float, float>(s, 2, 0, x, w);
    for (const Execution &execution : executions(FloatOrder::Fixed))
      expectSame(expected, runConv<float>(execution, s, 2, {}, x, w),
                 describe(execution) + " seed " + std::to_string(seed) + " " + name(s));
  }
}

// Halves on either side or on both: the same bits as what they are widened to.
template <class Half> void sweepConvolutionsOfHalves(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 60; ++i) {
    Conv2dShape s = shapesInTurn[i % 3](random);
    auto x = halves<Half>(random, 2 * inputSize(s)), w = halves<Half>(random, weightSize(s));
    auto wideX = widened(x), wideW = widened(w);
    const QuantizedInput half{elementTypeOf<Half>(), 0};
    for (FloatOrder order : {FloatOrder::Fixed, FloatOrder::Fast})
      for (const Execution &execution : executions(order)) {
        const std::string what =
            describe(execution) + " seed " + std::to_string(seed) + " " + name(s);
        auto expected = runConv<float>(execution, s, 2, {}, wideX, wideW);
        expectHalfProducts<Half>(expected, runConv<float>(execution, s, 2, half, x, w), execution,
                                 weightSize(s) / s.outChannels, what);
        expectSame(expected, runConv<float>(execution, s, 2, half, x, wideW), what);
        expectSame(expected, runConv<float>(execution, s, 2, {}, wideX, w), what);
      }
  }
}

TEST(Conv2d, Halves) { sweepConvolutionsOfHalves<Float16>(18); }
TEST(Conv2d, BrainHalves) { sweepConvolutionsOfHalves<BFloat16>(19); }

TEST(Conv2d, FastIsCloseToDouble) {
  constexpr uint64_t seed = 15;
  Random random(seed);
  for (int i = 0; i < 120; ++i) {
    Conv2dShape s = shapesInTurn[i % 3](random);
    auto x = random.values<float>(inputSize(s)), w = random.values<float>(weightSize(s));
    auto expected = naiveConv<float, float, double>(s, 1, 0, x, w);
    double bound = 1e-6 * double(weightSize(s) / s.outChannels + 1);
    for (const Execution &execution : executions(FloatOrder::Fast)) {
      auto actual = runConv<float>(execution, s, 1, {}, x, w);
      for (size_t k = 0; k < actual.size(); ++k)
        ASSERT_NEAR(expected[k], actual[k], bound)
            << describe(execution) << " seed " << seed << " " << name(s);
    }
  }
}

// Padding is no zero to be multiplied.
TEST(Conv2d, DepthwisePaddingMeetsNoInfinity) {
  Conv2dShape s;
  s.in = s.out = {3, 3};
  s.groups = s.inChannels = s.outChannels = 4;
  s.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
  std::vector<float> x(size_t(inputSize(s)), 1), w(size_t(weightSize(s)), 1);
  w[0] = std::numeric_limits<float>::infinity();
  auto expected = naiveConv<float, float, float>(s, 1, 0, x, w);
  for (FloatOrder order : {FloatOrder::Fixed, FloatOrder::Fast})
    for (const Execution &execution : executions(order))
      expectSame(expected, runConv<float>(execution, s, 1, {}, x, w), describe(execution));
}

// Saturating additions of pairs would show here first (A5).
TEST(Conv2d, ExtremeValuesDoNotSaturate) {
  Conv2dShape s;
  s.in = s.out = {6, 6};
  s.inChannels = 64;
  s.outChannels = 24;
  s.window.kernel = {3, 3};
  s.window.padBegin = {1, 1};
  for (int weight : {-128, -127, 127}) {
    std::vector<int8_t> w(size_t(weightSize(s)), int8_t(weight));
    std::vector<uint8_t> top(size_t(inputSize(s)), 255);
    auto expected = naiveConv<uint8_t, int8_t, int32_t>(s, 1, 0, top, w);
    std::vector<int8_t> low(size_t(inputSize(s)), -128);
    auto expectedLow = naiveConv<int8_t, int8_t, int32_t>(s, 1, 127, low, w);
    for (const Execution &execution : executions()) {
      expectSame(expected, runConv<int32_t>(execution, s, 1, {ElementType::U8, 0}, top, w),
                 describe(execution));
      expectSame(expectedLow, runConv<int32_t>(execution, s, 1, {ElementType::I8, 127}, low, w),
                 describe(execution));
    }
  }
}

TEST(Conv2d, RequantizingEpilogueWithResidual) {
  constexpr uint64_t seed = 16;
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    Conv2dShape s = randomShape(random);
    auto x = random.values<uint8_t>(2 * inputSize(s));
    auto w = random.values<int8_t>(weightSize(s));
    auto residual = random.values<uint8_t>(2 * outputSize(s));
    std::vector<float> multiplier;
    for (int64_t c = 0; c < s.outChannels; ++c)
      multiplier.push_back(random.real(0.0001f, 0.01f));
    auto acc = naiveConv<uint8_t, int8_t, int32_t>(s, 2, 7, x, w);
    std::vector<uint8_t> expected;
    for (size_t k = 0; k < acc.size(); ++k) {
      float m = multiplier[k % size_t(s.outChannels)];
      float r = float(int32_t(residual[k]) - 5) * 0.75f;
      float t = std::nearbyint(std::fma(float(acc[k]), m, r)) + 3.0f;
      expected.push_back(uint8_t(std::min(std::max(t, 3.0f), 255.0f)));
    }
    ScalarBuilder b;
    auto r = b.apply(ScalarOp::SubI, b.input({ScalarInputKind::Tensor, ElementType::U8, 0}),
                     b.constant(5));
    auto t = b.apply(ScalarOp::FmaF, b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32)),
                     b.input({ScalarInputKind::Channel, ElementType::F32, 0}),
                     b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, r), b.constant(0.75f)));
    t = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(3.0f));
    t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(3.0f)), b.constant(255.0f));
    ScalarProgram program = b.finish(b.apply(ScalarOp::F32ToI32, t), ElementType::U8);
    EpilogueTensor tensors[] = {{residual.data(), {outputSize(s), s.outChannels, 1}}};
    const void *channels[] = {multiplier.data()};
    for (const Execution &execution : executions()) {
      std::vector<uint8_t> out(acc.size());
      QuantizedInput input{ElementType::U8, 7};
      auto packed = packConv2d(execution, s, input, {ElementType::I8, 0}, w.data());
      conv2d(execution, s, 2, input, x.data(), *packed, {&program, tensors, channels, out.data()});
      expectSame(expected, out,
                 describe(execution) + " seed " + std::to_string(seed) + " " + name(s));
    }
  }
}

// More channels and more input than one block of accumulators or one strip holds.
TEST(Conv2d, LargeLayersAreCutIntoBlocks) {
  Random random(17);
  Conv2dShape s;
  s.in = {40, 33};
  s.out = {20, 17};
  s.inChannels = 70;
  s.outChannels = 600;
  s.window = {{3, 3}, {2, 2}, {1, 1}, {1, 1}};
  auto x = random.values<int8_t>(inputSize(s));
  auto w = random.values<int8_t>(weightSize(s));
  auto expected = naiveConv<int8_t, int8_t, int32_t>(s, 1, -3, x, w);
  for (const Execution &execution : executions())
    expectSame(expected, runConv<int32_t>(execution, s, 1, {ElementType::I8, -3}, x, w),
               describe(execution));
}

// Some have rows of their own, larger ones walk.
TEST(Conv2d, LongDepthwiseWindows) {
  Random random(29);
  for (auto [height, width] : {std::array{1, 65}, {1, 511}, {1, 513}, {3, 70}, {64, 2}, {65, 1}}) {
    Conv2dShape s;
    s.groups = s.inChannels = s.outChannels = 37;
    s.window.kernel = {height, width};
    s.window.padBegin = {height / 2, width / 2};
    s.out = {3, 19};
    s.in = {3 + (height - 1) / 2, 19 + (width - 1) / 2};
    auto x = random.values<uint8_t>(inputSize(s));
    auto w = random.values<int8_t>(weightSize(s));
    auto expected = naiveConv<uint8_t, int8_t, int32_t>(s, 1, 3, x, w);
    const std::vector<float> floats(x.begin(), x.end()), weights(w.begin(), w.end());
    auto expectedFloats = naiveConv<float, float, float>(s, 1, 0, floats, weights);
    for (const Execution &execution : executions()) {
      const std::string where = describe(execution) + " " + name(s);
      expectSame(expected, runConv<int32_t>(execution, s, 1, {ElementType::U8, 3}, x, w), where);
      expectSame(expectedFloats, runConv<float>(execution, s, 1, {}, floats, weights), where);
    }
  }
}

// The largest sums that f32 holds, and the first that it might not.
TEST(Conv2d, LongDepthwiseWindowsOfExtremes) {
  for (int64_t width : {512, 515}) {
    Conv2dShape s;
    s.groups = s.inChannels = s.outChannels = 19;
    s.window.kernel = {1, width};
    s.out = {1, 6};
    s.in = {1, width + 5};
    std::vector<uint8_t> x(size_t(inputSize(s)), 255);
    std::vector<int8_t> w(size_t(weightSize(s)), -128);
    w[5] = -127; // an odd sum
    auto expected = naiveConv<uint8_t, int8_t, int32_t>(s, 1, 0, x, w);
    for (const Execution &execution : executions())
      expectSame(expected, runConv<int32_t>(execution, s, 1, {ElementType::U8, 0}, x, w),
                 describe(execution) + " " + name(s));
  }
}

// More weights than activations: threads part the columns. Of 25 pixels no block is one row.
TEST(Conv2d, ManyWeightsArePartedByColumns) {
  Random random(23);
  for (int64_t extent : {1, 5, 7}) {
    Conv2dShape s;
    s.in = s.out = {extent, extent};
    s.inChannels = 1300;
    s.outChannels = 700;
    auto x = random.values<uint8_t>(inputSize(s));
    auto w = random.values<int8_t>(weightSize(s));
    auto expected = naiveConv<uint8_t, int8_t, int32_t>(s, 1, 3, x, w);
    for (const Execution &execution : executions())
      expectSame(expected, runConv<int32_t>(execution, s, 1, {ElementType::U8, 3}, x, w),
                 describe(execution));
  }
}

TEST(Conv2d, WeightsArePartedWhereEachThreadHasSome) {
  PackedWeights packed(PackedFor::Run);
  packed.panels.resize(3);
  packed.matrixBytes = 1 << 20;
  EXPECT_TRUE(canShareWeights(packed, 900 << 10, 3));
  EXPECT_FALSE(canShareWeights(packed, 900 << 10, 4)) << "one thread would be idle";
  EXPECT_FALSE(canShareWeights(packed, 900 << 10, 1));
  EXPECT_FALSE(canShareWeights(packed, 2 << 20, 3)) << "less than activations";
  packed.matrixBytes = 512 << 10;
  EXPECT_FALSE(canShareWeights(packed, 1 << 10, 3)) << "a core's cache has room for them";
}

} // namespace
} // namespace qrt::test

#include "runtime/numerics/windows/fused_conv2d.h"

#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/windows/row_worker.h"
#include "test/runtime/numerics/windows/naive_conv2d.h"

namespace qrt::test {
namespace {

/// A pointwise convolution, and a depthwise one of a window that kernels take by rows.
std::pair<Conv2dShape, Conv2dShape> randomPair(Random &random) {
  Conv2dShape first, second;
  first.inChannels = random.integer(1, 40);
  first.outChannels = random.integer(2, 90);
  second.inChannels = second.outChannels = second.groups = first.outChannels;
  const int64_t size = random.integer(0, 1) ? 3 : 5;
  const bool isOther = random.integer(0, 2) == 0;
  for (int d = 0; d < 2; ++d) {
    const int64_t kernel = isOther ? random.integer(1, 7) : size;
    second.window.kernel[d] = kernel;
    second.window.stride[d] = random.integer(1, isOther ? std::min<int64_t>(kernel, 3) : 2);
    second.window.dilation[d] = d && !isOther ? 1 : random.integer(1, 2);
    second.window.padBegin[d] = random.integer(0, kernel - 1);
    const int64_t reach = (kernel - 1) * second.window.dilation[d] + 1;
    second.in[d] = random.integer(std::max<int64_t>(1, reach - second.window.padBegin[d]), 30);
    const int64_t padEnd = random.integer(0, kernel - 1);
    second.out[d] =
        (second.in[d] + second.window.padBegin[d] + padEnd - reach) / second.window.stride[d] + 1;
  }
  first.in = first.out = second.in;
  return {first, second};
}

/// The accumulator, for bytes the lowest of its four.
ScalarProgram lowestByte(ElementType type) {
  ScalarBuilder b;
  auto acc = b.accumulator(isFloat(type) ? ElementType::F32 : ElementType::I32);
  if (isFloat(type))
    return b.finish(b.apply(ScalarOp::MaxF, acc, b.constant(-0.5f)), type);
  return b.finish(b.apply(ScalarOp::MinI, b.apply(ScalarOp::MaxI, acc, b.constant(0)),
                          b.constant(type == ElementType::I8 ? 127 : 255)),
                  type);
}

template <class X, class W, class Acc> void sweepFused(uint64_t seed) {
  constexpr ElementType type = elementTypeOf<X>();
  Random random(seed);
  const ScalarProgram between = lowestByte(type);
  const ScalarProgram last = identityEpilogue(elementTypeOf<Acc>());
  int fused = 0;
  for (int i = 0; i < 60; ++i) {
    const auto [first, second] = randomPair(random);
    const int64_t samples = random.integer(1, 3);
    auto x = someOf<X>(random, samples * inputSize(first));
    auto w = someOf<W>(random, weightSize(first)), v = someOf<W>(random, weightSize(second));
    const QuantizedInput weightType{elementTypeOf<W>(), 0};
    const QuantizedInput input{type, isFloat(type) ? 0 : int32_t(someOf<X>(random, 1)[0])};
    for (const Execution &execution : executions()) {
      auto firstWeights = packConv2d(execution, first, input, weightType, w.data());
      auto secondWeights = packConv2d(execution, second, input, weightType, v.data());
      std::vector<X> middle(size_t(samples * outputSize(first)));
      std::vector<Acc> apart(size_t(samples * outputSize(second))), together(apart.size());
      conv2d(execution, first, samples, input, x.data(), *firstWeights,
             {&between, {}, {}, middle.data()});
      conv2d(execution, second, samples, input, middle.data(), *secondWeights,
             {&last, {}, {}, apart.data()});
      ASSERT_TRUE(canFuse(first, second, input, weightType));
      const Epilogue nowhere{&between, {}, {}, nullptr}, there{&last, {}, {}, together.data()};
      const bool hasRows = secondWeights->depthwiseRows;
      EXPECT_EQ(fusedConv2d(execution, samples, x.data(), {first, input, *firstWeights, nowhere},
                            {second, input, *secondWeights, there}),
                hasRows);
      fused += hasRows;
      if (hasRows)
        expectSame(apart, together,
                   describe(execution) + " seed " + std::to_string(seed) + " " + name(first) +
                       ", " + name(second));
    }
  }
  EXPECT_GT(fused, 0);
}

TEST(FusedConv2d, Float) { sweepFused<float, float, float>(31); }
TEST(FusedConv2d, Halves) { sweepFused<Float16, Float16, float>(34); }
TEST(FusedConv2d, BrainHalves) { sweepFused<BFloat16, BFloat16, float>(35); }
TEST(FusedConv2d, Unsigned8) { sweepFused<uint8_t, int8_t, int32_t>(32); }
TEST(FusedConv2d, Signed8) { sweepFused<int8_t, int8_t, int32_t>(33); }

/// 8×8 pixels of four channels.
std::pair<Conv2dShape, Conv2dShape> smallPair() {
  Conv2dShape first, second;
  first.in = first.out = second.in = second.out = {8, 8};
  first.outChannels = second.inChannels = second.outChannels = second.groups = 4;
  second.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
  return {first, second};
}

constexpr QuantizedInput floats{ElementType::F32, 0};

TEST(FusedConv2d, RefusesOtherShapes) {
  const auto [first, second] = smallPair();
  EXPECT_TRUE(canFuse(first, second, floats, floats));
  Conv2dShape wide = first;
  wide.window.kernel = {3, 3};
  EXPECT_FALSE(canFuse(wide, second, floats, floats));
  Conv2dShape whole = second;
  whole.groups = 1;
  EXPECT_FALSE(canFuse(first, whole, floats, floats));
  Conv2dShape apart = second, more = second;
  apart.inPitch = 5;
  more.outChannels = 8;
  EXPECT_FALSE(canFuse(first, apart, floats, floats)) << "rows are computed side by side";
  EXPECT_FALSE(canFuse(first, more, floats, floats));
}

TEST(FusedConv2d, RefusesWindowsAndTypesWithoutRows) {
  const auto [first, second] = smallPair();
  Conv2dShape large = second, dilated = second;
  large.window.kernel = {7, 9};
  dilated.window.dilation = {1, 2};
  EXPECT_TRUE(canFuse(first, large, floats, floats));
  EXPECT_TRUE(canFuse(first, dilated, floats, floats));
  large.window.kernel = {65, 3};
  dilated.window.dilation = {1, 171};
  EXPECT_FALSE(canFuse(first, large, floats, floats));
  EXPECT_FALSE(canFuse(first, dilated, floats, floats)) << "a row's padding would be all of it";
  Conv2dShape sparse = second;
  sparse.window = {{1, 1}, {2, 2}, {1, 1}, {0, 0}};
  sparse.out = {4, 4};
  EXPECT_FALSE(canFuse(first, sparse, floats, floats)) << "every other column is read by nobody";
  const QuantizedInput halves{ElementType::F16, 0}, bytes{ElementType::U8, 3},
      signedBytes{ElementType::I8, 0};
  EXPECT_TRUE(canFuse(first, second, halves, halves));
  EXPECT_FALSE(canFuse(first, second, {ElementType::I16, 0}, signedBytes));
  EXPECT_TRUE(canFuse(first, second, bytes, signedBytes));
  EXPECT_TRUE(canFuse(first, second, bytes, {ElementType::I8, 1})) << "f32 has nine bits";
  EXPECT_TRUE(canFuse(first, second, bytes, bytes));
  large.window.kernel = {7, 7};
  EXPECT_TRUE(canFuse(first, large, bytes, signedBytes));
  EXPECT_FALSE(canFuse(first, large, bytes, {ElementType::I8, 1}));
}

TEST(FusedConv2d, RefusesWeightsWithoutRows) {
  auto [first, second] = smallPair();
  const std::vector<float> x(64), w(4), v(4 * 9, std::numeric_limits<float>::infinity());
  std::vector<float> out(256, 7.0f);
  const ScalarProgram program = identityEpilogue(ElementType::F32);
  const Epilogue nowhere{&program, {}, {}, nullptr}, there{&program, {}, {}, out.data()};
  for (const Execution &execution : executions()) {
    auto firstWeights = packConv2d(execution, first, floats, floats, w.data());
    auto secondWeights = packConv2d(execution, second, floats, floats, v.data());
    EXPECT_FALSE(fusedConv2d(execution, 1, x.data(), {first, floats, *firstWeights, nowhere},
                             {second, floats, *secondWeights, there}));
  }
  EXPECT_EQ(out, std::vector<float>(256, 7.0f)) << "nothing is done";
}

// Who begins within a row computes all that its window covers again.
TEST(FusedConv2d, ThreadsTakeWholeRows) {
  ThreadPool pool(16);
  Execution execution;
  execution.pool = &pool;
  Conv2dShape second = smallPair().second;
  second.in = {56, 56};
  second.out = {28, 28};
  EXPECT_EQ(RowParts(execution, second, 1, RowCut::Parts).parts, 2);
  EXPECT_EQ(RowParts(execution, second, 1, RowCut::Whole).parts, 1);
}

// Two rows of a window of three are made twice where threads meet.
TEST(FusedConv2d, IsWorthItForLargeResultsOfManyRows) {
  Conv2dShape second;
  second.in = {56, 56};
  second.window.kernel = {3, 3};
  constexpr int64_t cache = 1 << 20;
  EXPECT_TRUE(isFusionWorth(second, 1, 2, cache, cache));
  EXPECT_FALSE(isFusionWorth(second, 1, 2, cache / 4, cache));
  EXPECT_FALSE(isFusionWorth(second, 1, 16, 16 * cache, cache));
  EXPECT_TRUE(isFusionWorth(second, 2, 16, 16 * cache, cache));
}

TEST(FusedConv2d, IsNotWorthItForSignals) {
  constexpr int64_t cache = 1 << 20;
  Conv2dShape along; // the one row is all there is between the two
  along.in = {1, 4000};
  along.window.kernel = {1, 3};
  EXPECT_FALSE(isFusionWorth(along, 8, 1, cache, cache));
  EXPECT_FALSE(isFusionWorth(along, 8, 2, 2 * cache, cache));
  Conv2dShape down; // a row's product would be of one pixel
  down.in = {4000, 1};
  down.window.kernel = {3, 1};
  EXPECT_FALSE(isFusionWorth(down, 8, 2, 2 * cache, cache));
}

} // namespace
} // namespace qrt::test

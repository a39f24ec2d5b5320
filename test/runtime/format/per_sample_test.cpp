#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

#include <functional>

namespace qrt::test {
namespace {

constexpr ElementType f32 = ElementType::F32;

/// One call from an input of [N, 6] to an output of `shape`.
bool splits(const std::function<Call(uint32_t)> &call,
            std::vector<Extent> shape = {perSample(), fixed(6)}) {
  NetBuilder net;
  const uint32_t x = net.input(f32, {perSample(), fixed(6)});
  net.call(call(x), {net.output(f32, std::move(shape))});
  spreadOut(net.program);
  const Status status = verifyProgram(net.program);
  EXPECT_TRUE(status.ok()) << status.message();
  return isPerSample(net.program);
}

bool copySplits(Extent leading, std::vector<int64_t> sizes, StridedAccess source,
                StridedAccess target, std::vector<Extent> shape = {perSample(), fixed(6)}) {
  return splits(
      [&](uint32_t x) { return CopyCall{leading, {sizes}, bufferOperand(x), source, target}; },
      std::move(shape));
}

TEST(PerSample, CopiesWithinEachSample) {
  EXPECT_TRUE(copySplits(perSample(), {1, 6}, {{6, 1}, 0}, {{6, 1}, 0}));
  EXPECT_TRUE(copySplits(perSample(6), {1}, {{1}, 0}, {{1}, 0})) << "flat";
  EXPECT_TRUE(copySplits(perSample(2), {1, 3}, {{3, 1}, 0}, {{3, 1}, 0})) << "in halves";
  EXPECT_TRUE(copySplits(perSample(), {1, 6}, {{6, -1}, 5}, {{6, 1}, 0})) << "backwards";
}

TEST(PerSample, CopiesFromOrToOtherSamples) {
  EXPECT_FALSE(copySplits(fixed(1), {1, 6}, {{6, 1}, 0}, {{6, 1}, 0})) << "the first sample only";
  EXPECT_FALSE(copySplits(perSample(), {1, 6}, {{0, 1}, 0}, {{6, 1}, 0}))
      << "the first sample to all";
  EXPECT_FALSE(copySplits(perSample(), {1, 3}, {{3, 1}, 0}, {{6, 1}, 0}))
      << "half a sample to each";
  EXPECT_FALSE(copySplits(perSample(), {1, 6}, {{1, 0}, 0}, {{6, 1}, 0})) << "an element to each";
  EXPECT_FALSE(copySplits(perSample(), {1, 6}, {{6, 1}, 0}, {{1, 1}, 0})) << "over each other";
  EXPECT_FALSE(copySplits(fixed(1), {1, 6}, {{6, 1}, 0}, {{6, 1}, 0}, {fixed(1), fixed(6)}))
      << "the same at all batches, of what is not";
}

TEST(PerSample, SamplesThatAreNoParts) {
  EXPECT_FALSE(copySplits(perSample(), {1, 6}, {{6, 1}, 0}, {{1, 0}, 0}, {fixed(6), perSample()}))
      << "samples innermost";
  EXPECT_TRUE(
      copySplits(perSample(), {1, 6}, {{6, 1}, 0}, {{6, 1}, 0}, {fixed(1), perSample(), fixed(6)}));
  EXPECT_FALSE(copySplits(perSample(), {1, 6}, {{6, 1}, 0}, {{6, 1}, 0}, {{1, 1}, fixed(6)}))
      << "N + 1 rows";
}

ElementwiseCall elementwise(uint32_t x, ScalarInput input) {
  ScalarBuilder b;
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 6};
  call.program = b.finish(b.apply(ScalarOp::IntToF32, b.input(input)), f32);
  call.output.strides = {6, 1};
  call.tensors = {{bufferOperand(x), call.output}};
  return call;
}

TEST(PerSample, ProgramsThatCount) {
  auto counts = [](ScalarInput input) {
    return splits([&](uint32_t x) { return elementwise(x, input); });
  };
  EXPECT_TRUE(counts({ScalarInputKind::Coordinate, ElementType::I32, 1}));
  EXPECT_FALSE(counts({ScalarInputKind::Coordinate, ElementType::I32, 0})) << "the sample's number";
}

TEST(PerSample, ProgramsThatAskForTheBatch) {
  EXPECT_FALSE(splits([](uint32_t x) {
    ElementwiseCall call = elementwise(x, {ScalarInputKind::Size, ElementType::I32, 0});
    call.sizes = {perSample()};
    return call;
  }));
}

TEST(PerSample, Reductions) {
  auto reduces = [](int64_t reduced, int64_t inner, Extent outer, std::vector<Extent> shape) {
    return splits(
        [=](uint32_t x) {
          return ReduceCall{{ReduceKind::Sum, reduced, inner},
                            outer,
                            {f32, 0},
                            bufferOperand(x),
                            storeAccumulator(f32, f32)};
        },
        std::move(shape));
  };
  EXPECT_TRUE(reduces(6, 1, perSample(), {perSample(), fixed(1)}));
  EXPECT_TRUE(reduces(3, 1, perSample(2), {perSample(), fixed(2)}));
  EXPECT_TRUE(reduces(2, 3, perSample(), {perSample(), fixed(3)}));
  EXPECT_FALSE(reduces(1, 6, fixed(1), {fixed(1), fixed(6)})) << "the first sample";
}

/// [N, 6] times a matrix of 6 × 6, or two of [N, 2, 3].
TEST(PerSample, Products) {
  auto multiplies = [](MatmulShape shape, Extent batch, Extent rows, std::vector<Extent> result,
                       bool byItself) {
    NetBuilder net;
    const uint32_t x = net.input(f32, {perSample(), fixed(6)});
    const uint32_t b = byItself ? x : net.input(f32, {perSample(6), fixed(6)});
    MatmulCall call{shape,
                    batch,
                    rows,
                    {bufferOperand(x), {f32, 0}},
                    {bufferOperand(b), {f32, 0}},
                    storeAccumulator(f32, f32)};
    if (!byItself)
      call.b.operand = constantOperand(net.constant(Tensor::allocate(f32, {6, 6})));
    net.call(call, {net.output(f32, std::move(result))});
    spreadOut(net.program);
    const Status status = verifyProgram(net.program);
    EXPECT_TRUE(status.ok()) << status.message();
    return isPerSample(net.program);
  };
  EXPECT_TRUE(multiplies({6, 6}, fixed(1), perSample(), {perSample(), fixed(6)}, false)) << "rows";
  EXPECT_TRUE(multiplies({6, 6}, perSample(), fixed(1), {perSample(), fixed(6)}, false));
  EXPECT_TRUE(multiplies({3, 2, true, false}, perSample(), fixed(2), {perSample(), fixed(4)}, true))
      << "each sample with itself";
  EXPECT_FALSE(multiplies({6, 1, true, true}, fixed(1), perSample(), {perSample(), fixed(1)}, true))
      << "all samples with the first";
}

TEST(PerSample, OneCallThatMixesIsEnough) { EXPECT_FALSE(isPerSample(everyCall())); }

TEST(PerSample, AFixedBatchHasNoParts) {
  NetBuilder net(false);
  const uint32_t x = net.input(f32, {fixed(1), fixed(6)});
  net.call(CopyCall{fixed(1), {{1, 6}}, bufferOperand(x), {{6, 1}, 0}, {{6, 1}, 0}},
           {net.output(f32, {fixed(1), fixed(6)})});
  spreadOut(net.program);
  EXPECT_FALSE(isPerSample(net.program));
}

} // namespace
} // namespace qrt::test

// What an item of a depthwise convolution holds, and what it may not.
#include "lowering/select/depthwise.h"

#include "lowering/families/conv2d/rows.h"
#include "lowering/tune/problems.h"
#include "test/lowering/tunable.h"

#include <algorithm>

namespace qopt::test {
namespace {

qrt::Conv2dCall callOf(int64_t size, int64_t channels, int64_t pitch = 0) {
  qrt::Conv2dCall call;
  call.shape = {{size, size}, {size, size}, channels,
                channels,     channels,     {.kernel = {3, 3}, .padBegin = {1, 1}},
                pitch};
  call.input.type.type = qrt::ElementType::I8;
  return call;
}

KernelParameters cheapest(const qrt::Conv2dCall &call, int64_t samples) {
  return *std::min_element(std::begin(depthwiseSpace), std::end(depthwiseSpace),
                           [&](const KernelParameters &a, const KernelParameters &b) {
                             return costOf(call, a, samples, card()) <
                                    costOf(call, b, samples, card());
                           });
}

TEST(DepthwiseCost, ItemsFillTheCardBeforeTheyHoldMore) {
  EXPECT_EQ(cheapest(callOf(7, 512), 1), (KernelParameters{.pixels = 1, .channels = 1}));
  const KernelParameters large = cheapest(callOf(56, 128), 128);
  EXPECT_GE(large.pixels * large.channels, 16);
  const KernelParameters between = cheapest(callOf(112, 32), 1);
  EXPECT_GT(between.pixels * between.channels, 1);
  EXPECT_LT(between.pixels * between.channels, 16);
}

TEST(DepthwiseReason, VectorsNeedPixelsThatLieAsFarApart) {
  const KernelParameters four{.pixels = 2, .channels = 4};
  EXPECT_EQ(reasonAgainst(callOf(7, 12), four), "");
  EXPECT_EQ(reasonAgainst(callOf(7, 10, 16), four), "");
  EXPECT_EQ(reasonAgainst(callOf(7, 10), four), "needs pixels padded to 4 channels");
}

using DepthwiseProblem = TunableTest;

TEST_F(DepthwiseProblem, TheTunerTriesAllThatTheRowLeavesOpen) {
  parse(R"(!x = tensor<?x16x8x8xi8, #nn.dims<N>>
  !y = tensor<?x16x8x8xi32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> !y {
    %w = nn.constant {nn.name = "w"} dense<3> : tensor<16x1x3x3xi8>
    %y = nn.conv2d %x, %w {nn.name = "y", groups = 16 : i64, pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<16x1x3x3xi8>) -> !y
    return %y : !y
  })");
  const std::vector<int64_t> batches{128};
  size_t found = 0;
  for (const TuningProblem &problem : tuningProblems(calls(card()), card(), batches))
    if (problem.key.call.starts_with("conv2d")) {
      EXPECT_EQ(problem.candidates.front().row->name, "conv2d.gpu.depthwise");
      found += size_t(std::count_if(
          problem.candidates.begin(), problem.candidates.end(),
          [](const Choice &choice) { return choice.row->name == "conv2d.gpu.depthwise"; }));
    }
  EXPECT_EQ(found, std::size(depthwiseSpace));
}

} // namespace
} // namespace qopt::test

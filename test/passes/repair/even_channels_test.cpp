// Channels of what depthwise convolutions read get one magnitude, and the function stays.
#include "passes/repair/even_channels.h"
#include "test/passes/net.h"

#include "mlir/IR/Verifier.h"

namespace qopt::test {
namespace {

using Magnitudes = llvm::DenseMap<mlir::Value, ChannelMagnitudes>;

// A convolution, `middle`, and `second` convolution of its channels, by weights of [4, `per`, 3,
// 3].
std::string network(const std::string &middle, const std::string &groups, int64_t per) {
  Random random(7);
  return R"(func.func @main(%x: tensor<1x2x6x6xf32> {nn.name = "x"}) -> tensor<1x4x4x4xf32> {
    )" + random.constant("w1", {4, 2, 3, 3}, -1, 1) +
         "\n" + random.constant("b1", {4}, -1, 1) + "\n" +
         random.constant("wd", {4, per, 3, 3}, -1, 1) + R"(
    %c1 = nn.conv2d %x, %w1 bias %b1 {nn.name = "c1", pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x6x6xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
    %r = )" +
         middle + R"( : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
    %d = nn.conv2d %r, %wd {nn.name = "d", nn.range = #nn.range<-1.0, 1.0>, groups = )" +
         groups + R"( : i64} : (tensor<1x4x6x6xf32>, tensor<4x)" + std::to_string(per) +
         R"(x3x3xf32>) -> tensor<1x4x4x4xf32>
    return %d : tensor<1x4x4x4xf32> })";
}

const std::string relu = R"(nn.relu %c1 {nn.name = "r", nn.range = #nn.range<0.0, 1.0>})";

struct Evened {
  Net net;
  Magnitudes magnitudes;
  SmoothedLayers result;
  bool could;

  Evened(const std::string &text, ChannelMagnitudes of) : net(text) {
    auto function = net.find("d")->getParentOfType<mlir::func::FuncOp>();
    const LayerSet layers(seedLayersOf(function));
    could = canEvenChannels(layers);
    magnitudes[net.find("r")->getResult(0)] = std::move(of);
    FreshNames names;
    result = evenChannels(layers, magnitudes, names);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(function->getParentOp()))) << net.messages;
  }
};

// Returns the largest difference of the answers to drawn samples before and after.
auto changeOf(const std::string &text, Evened &evened) {
  Net net(text);
  Random random(1);
  const qrt::Tensor x = random.tensor({1, 2, 6, 6}, -1, 1);
  return maxDifference(net.evaluate({x}).front(), evened.net.evaluate({x}).front());
}

// Half of the largest magnitude leaves a smaller channel as much room again.
TEST(EvenChannels, FillHalfOfTheRangeAndTheFunctionStays) {
  const std::string text = network(relu, "4", 1);
  Evened evened(text, {8, 2, 0.5f, 4});
  EXPECT_TRUE(evened.could);
  ASSERT_EQ(evened.result.done.size(), 1u);
  EXPECT_EQ(evened.result.done[0].producer, "c1");
  EXPECT_EQ(evened.result.done[0].readers, std::vector<std::string>{"d"});
  EXPECT_EQ(evened.result.done[0].least, 0.125f);
  EXPECT_EQ(evened.result.done[0].greatest, 1);
  EXPECT_EQ(evened.magnitudes.begin()->second, (ChannelMagnitudes{8, 4, 4, 4}));
  // Powers of two move exponents alone.
  EXPECT_EQ(changeOf(text, evened), 0);
}

TEST(EvenChannels, WhatChangesHasAnotherNameAndNoRange) {
  Evened evened(network(relu, "4", 1), {1, 2, 3, 4});
  EXPECT_EQ(evened.net.find("c1"), nullptr);
  ASSERT_NE(evened.net.find("r_evened"), nullptr);
  EXPECT_FALSE(evened.net.find("r_evened")->hasAttr(nn::rangeAttr));
  EXPECT_TRUE(evened.net.find("d")->hasAttr(nn::rangeAttr));
  const std::vector<std::pair<std::string, std::string>> renamed = {{"c1", "c1_evened"},
                                                                    {"r", "r_evened"}};
  EXPECT_EQ(evened.result.done[0].renamed, renamed);
}

TEST(EvenChannels, AreNoSmallerThanAShareOfTheLargest) {
  Evened evened(network(relu, "4", 1), {256, 0.125f, 0, 16});
  // A channel that is never there stays.
  EXPECT_EQ(evened.magnitudes.begin()->second, (ChannelMagnitudes{256, 32, 0, 128}));
}

// Their sums need one scale for all channels that they read.
TEST(EvenChannels, OtherConvolutionsAreNotAsked) {
  for (auto [groups, per] : {std::pair("1", 4), {"2", 2}}) {
    Evened evened(network(relu, groups, per), {1, 2, 3, 4});
    EXPECT_FALSE(evened.could) << groups;
    EXPECT_TRUE(evened.result.done.empty()) << groups;
    EXPECT_TRUE(evened.result.skipped.empty()) << groups;
  }
}

const std::string hardSwish =
    R"(nn.hard_swish %c1 {nn.name = "r", nn.range = #nn.range<-0.5, 8.0>})";

// No factor goes through a hard swish: a product behind it divides, and both values before it stay.
TEST(EvenChannels, BehindAFunctionAProductDivides) {
  const std::string text = network(hardSwish, "4", 1);
  Evened evened(text, {8, 2, 0.5f, 4});
  EXPECT_TRUE(evened.could);
  ASSERT_EQ(evened.result.done.size(), 1u);
  EXPECT_EQ(evened.result.done[0].producer, "r");
  EXPECT_TRUE(evened.result.done[0].renamed.empty());
  EXPECT_EQ(evened.magnitudes.begin()->second, (ChannelMagnitudes{8, 4, 4, 4}));
  mlir::Operation *product = evened.net.find("r_evened");
  ASSERT_NE(product, nullptr);
  EXPECT_FALSE(product->hasAttr(nn::rangeAttr));
  EXPECT_EQ(product->getOperand(0), evened.net.find("r")->getResult(0));
  EXPECT_EQ(evened.net.find("d")->getOperand(0), product->getResult(0));
  EXPECT_NE(evened.net.find("c1"), nullptr);
  // Powers of two move exponents alone.
  EXPECT_EQ(changeOf(text, evened), 0);
}

TEST(EvenChannels, BehindAFunctionNeedNoProductWhereNoneGainsABit) {
  Evened evened(network(hardSwish, "4", 1), {8, 3, 4, 5});
  EXPECT_TRUE(evened.could);
  EXPECT_TRUE(evened.result.done.empty());
  ASSERT_EQ(evened.result.skipped.size(), 1u);
  EXPECT_EQ(evened.result.skipped[0].reason,
            "reads channels of equal ranges already: no weight would gain a bit");
}

// The layer writes float for its functions alone.
TEST(EvenChannels, BehindAFunctionThatOthersReadAreNotAsked) {
  std::string text = network(hardSwish, "4", 1);
  text.replace(text.find("return %d"), 9,
               "%s = nn.add %r, %c1 {nn.name = \"s\"} : (tensor<1x4x6x6xf32>, "
               "tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>\n return %d");
  Evened evened(text, {8, 2, 0.5f, 4});
  EXPECT_FALSE(evened.could);
  EXPECT_TRUE(evened.result.done.empty());
}

// A bound costs integers nothing; behind it a product would be a function in float.
TEST(EvenChannels, BehindABoundAreNotAsked) {
  Evened evened(network(R"(nn.clip %c1 {nn.name = "r", min = 0.0 : f32, max = 6.0 : f32})", "4", 1),
                {8, 2, 0.5f, 4});
  EXPECT_FALSE(evened.could);
  EXPECT_TRUE(evened.result.done.empty());
}

TEST(EvenChannels, SayWhyNot) {
  Evened evened(network(R"(nn.sigmoid %c1 {nn.name = "r"})", "4", 1), {1, 2, 3, 4});
  EXPECT_FALSE(evened.could);
  ASSERT_EQ(evened.result.skipped.size(), 1u);
  EXPECT_EQ(evened.result.skipped[0].layers, "d");
  EXPECT_EQ(evened.result.skipped[0].reason, "is not made by a layer, a layer norm or an RMS norm");
}

} // namespace
} // namespace qopt::test

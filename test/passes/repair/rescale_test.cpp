// Equalization and smoothing keep the function; what bounds or branches is left alone.
#include "passes/repair/smooth.h"
#include "test/passes/net.h"

#include "mlir/IR/Verifier.h"

#include <cmath>

namespace qopt::test {
namespace {

mlir::func::FuncOp entryOf(Net &net, llvm::StringRef name) {
  return net.find(name)->getParentOfType<mlir::func::FuncOp>();
}

// Repairs of a net with a layer called `name`.
std::vector<RescaledLink> equalize(Net &net, llvm::StringRef name) {
  mlir::func::FuncOp function = entryOf(net, name);
  FreshNames names;
  auto done = equalizeLayers(LayerSet(seedLayersOf(function)), names);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(function->getParentOp()))) << net.messages;
  return done;
}

double largestBy(Net &net, llvm::StringRef name, int64_t channel, bool read) {
  SeedLayer layer = *seedLayerOf(net.find(name));
  double most = 0;
  const qrt::Tensor weights = layer.weights();
  for (int64_t o = 0; o < layer.outputs; ++o)
    for (int64_t k = 0; k < layer.terms; ++k)
      if ((read ? layer.inputChannel(layer.groupOf(o), k) : o) == channel)
        most = std::max(most, std::abs(double(weights.values<float>()[layer.at(o, k)])));
  return most;
}

// conv, `middle`, depthwise conv, relu, conv: channels of very different weights.
std::string chain(const std::string &middle) {
  Random random(7);
  return R"(func.func @main(%x: tensor<1x2x6x6xf32> {nn.name = "x"}) -> tensor<1x3x4x4xf32> {
    )" + random.constant("w1", {4, 2, 3, 3}, -1, 1) +
         "\n" + random.constant("b1", {4}, -1, 1) + "\n" +
         random.constant("wd", {4, 1, 3, 3}, -8, 8) + "\n" +
         random.constant("w2", {3, 4, 1, 1}, -1, 1) + R"(
    %c1 = nn.conv2d %x, %w1 bias %b1 {nn.name = "c1", pads = array<i64: 1, 1, 1, 1>, nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2x6x6xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
    %r1 = )" +
         middle + R"( : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
    %d = nn.conv2d %r1, %wd {nn.name = "d", groups = 4 : i64} : (tensor<1x4x6x6xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x4x4xf32>
    %r2 = nn.leaky_relu %d {nn.name = "r2", alpha = 0.25 : f32} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %c2 = nn.conv2d %r2, %w2 {nn.name = "c2", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x4x4x4xf32>, tensor<3x4x1x1xf32>) -> tensor<1x3x4x4xf32>
    return %c2 : tensor<1x3x4x4xf32> })";
}

TEST(Equalize, RangesMeetAndTheFunctionStays) {
  Net net(chain(R"(nn.relu %c1 {nn.name = "r1", nn.range = #nn.range<0.0, 1.0>})"));
  Random random(1);
  const qrt::Tensor x = random.tensor({1, 2, 6, 6}, -1, 1);
  const qrt::Tensor before = net.evaluate({x}).front();
  const auto done = equalize(net, "c2");
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0].producer, "c1");
  EXPECT_EQ(done[1].readers, std::vector<std::string>{"c2"});
  const qrt::Tensor after = net.evaluate({x}).front();
  EXPECT_LT(maxDifference(before, after), 1e-5 * maxMagnitude(before));
  for (int64_t c = 0; c < 4; ++c) {
    EXPECT_NEAR(largestBy(net, "c1_equalized", c, false) / largestBy(net, "d_equalized", c, true),
                1, 0.01);
    EXPECT_NEAR(largestBy(net, "d_equalized", c, false) / largestBy(net, "c2", c, true), 1, 0.01);
  }
}

TEST(Equalize, WhatChangesHasAnotherNameAndNoRange) {
  Net net(chain(R"(nn.relu %c1 {nn.name = "r1", nn.range = #nn.range<0.0, 1.0>})"));
  equalize(net, "c2");
  for (const char *name : {"c1", "r1", "d", "r2"})
    EXPECT_EQ(net.find(name), nullptr) << name;
  for (const char *name : {"c1_equalized", "r1_equalized", "d_equalized", "r2_equalized"}) {
    ASSERT_NE(net.find(name), nullptr) << name;
    EXPECT_FALSE(net.find(name)->hasAttr(nn::rangeAttr)) << name;
  }
  EXPECT_TRUE(net.find("c2")->hasAttr(nn::rangeAttr));
}

TEST(Equalize, BoundsOfAllChannelsAreNoPair) {
  for (const char *max : {"6.0", "0x7F800000"}) {
    Net net(chain(std::string("nn.clip %c1 {nn.name = \"r1\", min = 0.0 : f32, max = ") + max +
                  " : f32}"));
    const auto done = equalize(net, "c2");
    EXPECT_EQ(done.size(), max[0] == '6' ? 1u : 2u) << max;
  }
}

TEST(Equalize, AnotherReaderIsNoPair) {
  Net net(
      R"(func.func @main(%x: tensor<1x2xf32> {nn.name = "x"}) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
    %w = nn.constant dense<[[1.0, 2.0], [3.0, 40.0]]> : tensor<2x2xf32>
    %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %r = nn.relu %a {nn.name = "r"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    %b = nn.matmul %r, %w {nn.name = "b"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %n = nn.neg %a {nn.name = "n"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    return %b, %n : tensor<1x2xf32>, tensor<1x2xf32> })");
  EXPECT_TRUE(equalize(net, "b").empty());
  EXPECT_NE(net.find("a"), nullptr);
}

// A norm, then two products that read it; `norm` may have no gain.
std::string normed(const std::string &norm, const std::string &parameters) {
  Random random(7);
  return "func.func @main(%x: tensor<2x4xf32> {nn.name = \"x\"}) -> (tensor<2x3xf32>, "
         "tensor<2x3xf32>) {\n" +
         random.constant("g", {4}, 0.5f, 2) + "\n" + random.constant("o", {4}, -1, 1) + "\n" +
         random.constant("wq", {4, 3}, -1, 1) + "\n" + random.constant("wk", {3, 4}, -1, 1) +
         "\n  %n = " + norm +
         R"( {nn.name = "n", axis = 1 : i64, epsilon = 0.01 : f32} : (tensor<2x4xf32>)" +
         parameters + R"() -> tensor<2x4xf32>
  %q = nn.matmul %n, %wq {nn.name = "q"} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %k = nn.matmul %n, %wk {nn.name = "k", transpose_b} : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return %q, %k : tensor<2x3xf32>, tensor<2x3xf32> })";
}

TEST(Smooth, NormsTakeTheFactors) {
  const std::string two = ", tensor<4xf32>, tensor<4xf32>", one = ", tensor<4xf32>";
  for (auto [norm, parameters] :
       {std::pair<std::string, std::string>{"nn.layer_norm %x scale %g bias %o", two},
        {"nn.layer_norm %x bias %o", one},
        {"nn.layer_norm %x", ""},
        {"nn.rms_norm %x scale %g", one}}) {
    Net net(normed(norm, parameters));
    Random random(1);
    const qrt::Tensor x = random.tensor({2, 4}, -1, 1);
    const auto before = net.evaluate({x});
    const ChannelMagnitudes magnitudes = {1, 100, 0.25f, 0};
    std::vector<double> weights;
    for (int64_t c = 0; c < 4; ++c)
      weights.push_back(std::max(largestBy(net, "q", c, true), largestBy(net, "k", c, true)));
    const double wq = largestBy(net, "q", 1, true);
    mlir::func::FuncOp function = entryOf(net, "q");
    FreshNames names;
    const SmoothedLayers result = smoothLayers(
        LayerSet(seedLayersOf(function)), {{net.find("n")->getResult(0), magnitudes}}, 0.5, names);
    ASSERT_EQ(result.done.size(), 1u) << norm;
    EXPECT_EQ(result.done[0].readers, (std::vector<std::string>{"q", "k"}));
    // sqrt(max|x| / max|w|); a channel that is never there stays.
    EXPECT_NEAR(result.done[0].greatest, std::sqrt(100 / weights[1]), 1e-4);
    EXPECT_NEAR(largestBy(net, "q", 1, true), wq * std::sqrt(100 / weights[1]), 1e-4);
    EXPECT_NE(net.find("n_smoothed"), nullptr);
    const auto after = net.evaluate({x});
    for (size_t i : {0, 1})
      EXPECT_LT(maxDifference(before[i], after[i]), 1e-5 * maxMagnitude(before[i])) << norm;
  }
}

// As in a transformer that normalizes behind its sums: what else reads the norm keeps its values.
TEST(Smooth, LayersReadAProductWhereANormHasOtherReaders) {
  Random random(5);
  Net net(R"(func.func @main(%x: tensor<2x4xf32> {nn.name = "x"}) -> tensor<2x4xf32> {
    )" + random.constant("wq", {4, 4}, -1, 1) +
          R"(
    %n = nn.layer_norm %x {nn.name = "n", axis = 1 : i64, epsilon = 1.0e-5 : f32, nn.range = #nn.range<-2.0, 2.0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %q = nn.matmul %n, %wq {nn.name = "q"} : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %s = nn.add %q, %n {nn.name = "s"} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    return %s : tensor<2x4xf32> })");
  const qrt::Tensor x = random.tensor({2, 4}, -1, 1);
  const qrt::Tensor before = net.evaluate({x}).front();
  const double weight = largestBy(net, "q", 1, true), small = largestBy(net, "q", 2, true);
  mlir::func::FuncOp function = entryOf(net, "q");
  FreshNames names;
  const SmoothedLayers result =
      smoothLayers(LayerSet(seedLayersOf(function)),
                   {{net.find("n")->getResult(0), {1, 1e4f, 1e-4f, 1}}}, 0.5, names);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(function->getParentOp()))) << net.messages;
  ASSERT_EQ(result.done.size(), 1u);
  EXPECT_EQ(result.done[0].least, 1); // no channel gets larger
  EXPECT_GT(result.done[0].greatest, 10);
  EXPECT_NEAR(largestBy(net, "q", 1, true), weight * double(result.done[0].greatest), 1e-3);
  EXPECT_NEAR(largestBy(net, "q", 2, true), small, 1e-6);
  ASSERT_NE(net.find("n_smoothed"), nullptr);
  EXPECT_EQ(net.find("q")->getOperand(0).getDefiningOp(), net.find("n_smoothed"));
  EXPECT_TRUE(net.find("n")->hasAttr(nn::rangeAttr)); // its values are as before
  EXPECT_EQ(net.find("s")->getOperand(1).getDefiningOp(), net.find("n"));
  EXPECT_LT(maxDifference(before, net.evaluate({x}).front()), 1e-5 * maxMagnitude(before));
}

TEST(Smooth, SaysWhyALayerIsSkipped) {
  Net net(R"(func.func @main(%x: tensor<1x2xf32> {nn.name = "x"}) -> tensor<1x2xf32> {
    %w = nn.constant dense<[[1.0, 2.0], [3.0, 40.0]]> : tensor<2x2xf32>
    %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %g = nn.gelu %a {nn.name = "g"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    %b = nn.matmul %g, %w {nn.name = "b"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    return %b : tensor<1x2xf32> })");
  mlir::func::FuncOp function = entryOf(net, "b");
  FreshNames names;
  const SmoothedLayers result = smoothLayers(
      LayerSet(seedLayersOf(function)),
      {{function.getArgument(0), {1, 1}}, {net.find("g")->getResult(0), {1, 1}}}, 0.5, names);
  ASSERT_EQ(result.skipped.size(), 2u);
  EXPECT_EQ(result.skipped[0].layers, "a");
  EXPECT_EQ(result.skipped[1].layers, "b");
  EXPECT_EQ(result.skipped[1].reason, "is not made by a layer, a layer norm or an RMS norm");
}

} // namespace
} // namespace qopt::test

// Shares of a quantized network's error: they add up, a layer that is made wrong comes first with
// its cause, all outputs are told, and the flow ends where its caller says so.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/explain/explain.h"

#include <cmath>

using namespace qopt;

namespace {

/// The two layers, with these ranges, as integers.
Network integers(const std::string &ranges) {
  Network other = network();
  EXPECT_TRUE(
      other.runPasses("insert-quant{scheme=affine range=" + ranges + "},fold-dequant").ok());
  return other;
}

const std::string soundRanges = "x=-2:2,a=-12:12,r=0:12,b=-25:25";

ExplainOptions explainOptions(int64_t samples) {
  ExplainOptions options;
  options.samples = std::make_shared<Noise>(samples);
  return options;
}

const ExplainedOutput &onlyOutput(const qrt::Expected<ExplainResult> &result) {
  EXPECT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->outputs.size(), 1u);
  return result->outputs.front();
}

TEST(ExplainFlow, SharesAddUp) {
  auto result = explain(network(), integers(soundRanges), explainOptions(40));
  const ExplainedOutput &output = onlyOutput(result);
  EXPECT_EQ(result->samples, 40);
  EXPECT_TRUE(result->unexplained.empty());
  double sum = output.rest;
  for (const ExplainedLayer &layer : output.layers) {
    double causes = 0;
    for (double cause : layer.causes)
      causes += cause;
    EXPECT_NEAR(causes, layer.share, 1e-9) << layer.name;
    sum += layer.share;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_LT(std::abs(output.rest), 0.01);
  EXPECT_TRUE(std::is_sorted(output.layers.begin(), output.layers.end(),
                             [](const auto &a, const auto &b) { return a.gone() > b.gone(); }));
  EXPECT_EQ(result->commands.at(0), "qrun explain float.mlirbc int8.mlirbc --data=samples.npz");
}

TEST(ExplainFlow, ARangeThatIsTooNarrowClips) {
  auto result =
      explain(network(), integers("x=-2:2,a=-12:12,r=0:0.5,b=-25:25"), explainOptions(40));
  const ExplainedOutput &output = onlyOutput(result);
  EXPECT_EQ(output.layers.front().name, "a");
  EXPECT_EQ(output.layers.front().value, "r");
  EXPECT_EQ(output.layers.front().worstCause(), Cause::Clipping);
  EXPECT_GT(output.layers.front().share, 0.9);
  EXPECT_GT(output.flips, 0);
  EXPECT_EQ(output.flipped.size(), size_t(output.flips));
  EXPECT_EQ(output.flipped.front().layer, "a");
}

TEST(ExplainFlow, ARangeThatIsTooWideRounds) {
  auto result =
      explain(network(), integers("x=-90:90,a=-12:12,r=0:12,b=-25:25"), explainOptions(40));
  const ExplainedOutput &output = onlyOutput(result);
  EXPECT_EQ(output.layers.front().name, "x");
  EXPECT_EQ(output.layers.front().operation, "input");
  EXPECT_EQ(output.layers.front().worstCause(), Cause::Rounding);
  ASSERT_FALSE(output.mends.empty());
  EXPECT_EQ(output.mends.front().layer, "x");
  EXPECT_EQ(output.mends.front().kind, Mend::Kind::WiderActivations);
}

TEST(ExplainFlow, WeightsOfFewBitsAreToBlame) {
  Network other = network();
  ASSERT_TRUE(other
                  .runPasses("insert-quant{scheme=affine weight-bits=3 weight-bits8=b range=" +
                             soundRanges + "},fold-dequant")
                  .ok());
  auto result = explain(network(), other, explainOptions(40));
  const ExplainedOutput &output = onlyOutput(result);
  EXPECT_EQ(output.layers.front().name, "a");
  EXPECT_EQ(output.layers.front().worstCause(), Cause::Weights);
}

TEST(ExplainFlow, OfTheSameNetworkNothingIsLost) {
  auto result = explain(network(), network(), explainOptions(8));
  const ExplainedOutput &output = onlyOutput(result);
  EXPECT_EQ(output.sqnr, INFINITY);
  EXPECT_TRUE(output.mends.empty());
}

TEST(ExplainFlow, RefusesOtherInputsAndOutputs) {
  auto other = Network::parse("func.func @main(%x: tensor<2xf32> {nn.name = \"x\"}) -> "
                              "tensor<2xf32> {\n return %x : tensor<2xf32>\n}");
  ASSERT_TRUE(other.ok());
  auto result = explain(network(), *other, explainOptions(8));
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.status().message().find("different inputs: 'x' Nx16 and 'x' 2"),
            std::string::npos)
      << result.status().message();
  ExplainOptions options = explainOptions(8);
  options.outputs = {"nothing"};
  EXPECT_NE(explain(network(), integers(soundRanges), options).status().message().find("it has b"),
            std::string::npos);
  options.samples = nullptr;
  EXPECT_FALSE(explain(network(), network(), options).ok());
}

TEST(ExplainFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(20);
  ExplainOptions options;
  options.samples = noise;
  options.batch = 4;
  const Network one = network(), other = integers(soundRanges);
  expectEndsWhereAsked(options, 4, [&](const ExplainOptions &of) {
    auto result = explain(one, other, of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

TEST(ExplainFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network one = network(), other = integers(soundRanges);
  expectSameOnTwoThreads([&] {
    auto result = explain(one, other, explainOptions(16));
    std::string text;
    for (const ExplainedLayer &layer : result->outputs.front().layers)
      text += layer.name + " " + std::to_string(layer.share) + "\n";
    return text;
  });
}

} // namespace

// Small layers stay float where the outputs gain much, and a note says what that costs.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/quantize/float_layers.h"
#include "tools/libqopt/flows/quantize/quantize.h"

using namespace qopt;

namespace {

// Of 16·8 and 8·4 multiply-adds the second layer takes a fifth.
TEST(SmallLayers, TakeAShareOfAllMultiplyAdds) {
  auto loaded = run::Loaded::copyOf(network(), "net", std::make_shared<run::Reports>());
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  const run::MultiplyAdds multiplyAdds(*loaded->module);
  EXPECT_DOUBLE_EQ(multiplyAdds.percentOf({}), 0);
  EXPECT_DOUBLE_EQ(multiplyAdds.percentOf({"b"}), 20);
  EXPECT_DOUBLE_EQ(multiplyAdds.percentOf({"a", "b"}), 100);
}

/// Sixteen numbers, of which the first is far larger than the others.
class UnequalNoise : public IteratedSamples {
public:
  int64_t count() const override { return 200; }
  std::string name() const override { return "noise"; }
  std::unique_ptr<SampleIterator> begin() const override { return std::make_unique<Iterator>(); }

private:
  struct Iterator : SampleIterator {
    qrt::Expected<Sample> next() override {
      Tensor tensor = Tensor::allocate(qrt::ElementType::F32, {4});
      std::uniform_real_distribution<float> values(-1, 1);
      for (float &value : tensor.mutableValues<float>())
        value = values(random);
      tensor.mutableValues<float>()[0] *= 512;
      return Sample{{"x", tensor}};
    }
    std::mt19937 random{11};
  };
};

constexpr const char *smallBeforeLarge = R"(
!x = tensor<?x4xf32, #nn.dims<N>>
!y = tensor<?x256xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<[[0.001, 0.0, -0.001, 0.002], [1.0, 0.5, 0.0, -0.25], [-0.5, 0.75, 1.0, 0.0], [0.25, -1.0, 0.5, 1.0]]> : tensor<4x4xf32>
  %v = nn.constant {nn.name = "v"} dense<0.5> : tensor<4x256xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<4x4xf32>) -> !x
  %b = nn.matmul %a, %v {nn.name = "b"} : (!x, tensor<4x256xf32>) -> !y
  return %b : !y
})";

qrt::Expected<QuantizeResult> quantized(double floatMacs) {
  auto net = Network::parse(smallBeforeLarge);
  EXPECT_TRUE(net.ok()) << net.status().message();
  QuantizeOptions options;
  options.samples = std::make_shared<UnequalNoise>();
  options.recipe.mode = "quantize";
  options.recipe.scheme = "mixed";
  options.recipe.calibrator = "min-max";
  options.recipe.rounds = options.recipe.correctsBias = false;
  options.contest.floatMacs = floatMacs;
  return quantize(*net, options);
}

TEST(SmallLayers, StayFloatWhereMuchIsGained) {
  auto result = quantized(2);
  ASSERT_TRUE(result.ok()) << result.status().message();
  const FloatChoice &floats = result->contest.floats;
  EXPECT_EQ(floats.layers, std::vector<std::string>{"a"});
  EXPECT_NEAR(floats.macs, 100.0 * 16 / (16 + 1024), 1e-9);
  EXPECT_EQ(floats.samples, 40);
  EXPECT_GT(floats.after, floats.before + 10);
  EXPECT_EQ(floats.doubt, "");
  ASSERT_EQ(result->tried.size(), 1u);
  EXPECT_EQ(result->tried[0].floatLayers, floats.layers);
  EXPECT_DOUBLE_EQ(result->tried[0].floatMacs, floats.macs);
  EXPECT_EQ(result->tried[0].integerLayers, 1);
  EXPECT_GT(*result->tried[0].loss->worst().sqnr, floats.before + 10);
  EXPECT_NE(result->commands.at(2).find("float=a"), std::string::npos) << result->commands[2];
}

TEST(SmallLayers, StayIntegerBeyondTheBudget) {
  for (double budget : {0.0, 1.5}) {
    auto result = quantized(budget);
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_TRUE(result->contest.floats.layers.empty());
    EXPECT_EQ(result->contest.floats.samples, 0);
    EXPECT_EQ(result->tried[0].integerLayers, 2);
  }
  EXPECT_NE(quantized(-1).status().message().find("0 to 100 percent"), std::string::npos);
}

TEST(SmallLayers, AreTold) {
  EXPECT_EQ(run::noteOf(FloatChoice()), "");
  FloatChoice choice{{"a", "b"}, 1.44, 64, 15.71, 18.12, ""};
  EXPECT_EQ(run::noteOf(choice), "2 small layers stay float, 1.4 % of all multiply-adds: 18.1 dB "
                                 "for 15.7 on 64 samples that calibrate");
  choice.layers.clear();
  choice.doubt = "it is hardly better";
  EXPECT_EQ(run::noteOf(choice),
            "no small layer stays float, of 1.4 % of all multiply-adds: 18.1 dB for 15.7 on 64 "
            "samples that calibrate, but it is hardly better");
}

} // namespace

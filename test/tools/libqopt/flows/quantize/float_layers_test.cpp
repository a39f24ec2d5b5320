// Small layers stay float where the outputs gain much, and a note says what that costs.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/quantize/float_layers.h"
#include "tools/libqopt/flows/quantize/quantize.h"

#include "llvm/ADT/StringExtras.h"

using namespace qopt;

namespace {

// The layers have 16·8 and 8·4 multiply-adds: the second one takes a fifth.
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

QuantizeOptions stated(double floatMacs) {
  QuantizeOptions options;
  options.samples = std::make_shared<UnequalNoise>();
  options.recipe.mode = "quantize";
  options.recipe.scheme = "mixed";
  options.recipe.calibrator = "min-max";
  options.recipe.rounds = options.recipe.correctsBias = false;
  options.contest.floatMacs = floatMacs;
  return options;
}

qrt::Expected<QuantizeResult> quantized(const QuantizeOptions &options,
                                        const char *text = smallBeforeLarge) {
  auto net = Network::parse(text);
  EXPECT_TRUE(net.ok()) << net.status().message();
  return quantize(*net, options);
}

TEST(SmallLayers, StayFloatWhereMuchIsGained) {
  auto result = quantized(stated(2));
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
    auto result = quantized(stated(budget));
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_TRUE(result->contest.floats.layers.empty());
    EXPECT_EQ(result->contest.floats.samples, 0);
    EXPECT_EQ(result->tried[0].integerLayers, 2);
  }
  EXPECT_NE(quantized(stated(-1)).status().message().find("0 to 100 percent"), std::string::npos);
}

std::string row(const char *value) {
  return "[" + llvm::join(std::vector<std::string>(256, value), ", ") + "]";
}

// The first layer's output is the worst, with it float and without, for its last number, which is
// large, counts for nothing; three others make outputs of their own exact.
TEST(SmallLayers, AreAsFewAsDoAsWell) {
  const std::string text = R"(
!x = tensor<?x4xf32, #nn.dims<N>>
!y = tensor<?x256xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!y, !x, !x, !x) {
  %w = nn.constant {nn.name = "w"} dense<[[0.001, 0.0, -0.001, 0.02], [1.0, 0.5, 0.0, -0.25], [-0.5, 0.75, 1.0, 0.0], [0.25, -1.0, 0.5, 1.0]]> : tensor<4x4xf32>
  %u = nn.constant {nn.name = "u"} dense<[[1.0, 0.5, -0.3, 0.7], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<4x4xf32>) -> !x
  %v = nn.constant {nn.name = "v"} dense<[)" +
                           row("0.5") + "," + row("0.5") + "," + row("0.5") + "," + row("0.0") +
                           R"(]> : tensor<4x256xf32>
  %b = nn.matmul %a, %v {nn.name = "b"} : (!x, tensor<4x256xf32>) -> !y
  %c = nn.matmul %x, %u {nn.name = "c"} : (!x, tensor<4x4xf32>) -> !x
  %d = nn.matmul %x, %u {nn.name = "d"} : (!x, tensor<4x4xf32>) -> !x
  %e = nn.matmul %x, %u {nn.name = "e"} : (!x, tensor<4x4xf32>) -> !x
  return %b, %c, %d, %e : !y, !x, !x, !x
})";
  auto result = quantized(stated(10), text.c_str());
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->contest.floats.layers, std::vector<std::string>{"a"});
  EXPECT_EQ(result->contest.floats.doubt, "");
}

run::SampleNoise noiseOf(std::vector<double> noise) {
  const std::vector<double> power(noise.size(), 100);
  return {{{"y", std::move(noise), power}}};
}

TEST(SmallLayers, StayFloatWhereNothingIsInDoubt) {
  using run::Doubt;
  const auto doubt = [](std::vector<double> floats, std::vector<double> asIs) {
    return run::doubtOfFloats(noiseOf(std::move(floats)), noiseOf(std::move(asIs))).doubt;
  };
  const std::vector<double> usual(32, 1);
  EXPECT_EQ(doubt(std::vector<double>(32, 0.7), usual), Doubt::None); // 1.5 dB
  EXPECT_EQ(doubt(std::vector<double>(32, 0.85), usual), Doubt::LittleGain);
  // A quarter of the samples, which had most of the noise, gains, and the others lose.
  std::vector<double> before = usual, after(32, 1.5);
  for (size_t i = 0; i < 8; ++i)
    before[i] = 60, after[i] = 50;
  EXPECT_EQ(doubt(after, before), Doubt::LittleGain);
  for (size_t i = 0; i < 8; ++i)
    after[i] = 40;
  EXPECT_EQ(doubt(after, before), Doubt::TypicalLoss);
  // One sample had most of it.
  before = after = usual;
  before[5] = 60, after[6] = 1.001;
  EXPECT_EQ(doubt(after, before), Doubt::Chance);
  EXPECT_EQ(run::doubtOfFloats(noiseOf(after), noiseOf(before)).samples, 1u);
}

// The samples tell little of a gain; they keep layers integer where they show that it is small.
TEST(SmallLayers, StayFloatUnlessTheyAreShownToGainLittle) {
  using run::Doubt;
  const std::vector<double> usual(32, 1);
  std::vector<double> unsure(32, 0.8);
  for (size_t i = 0; i < 8; ++i)
    unsure[i] = i % 2 ? 0.01 : 3;
  const auto doubt = [&](const std::vector<double> &floats) {
    return run::doubtOfWorst(noiseOf(floats), noiseOf(usual)).doubt;
  };
  EXPECT_EQ(doubt(std::vector<double>(32, 0.7)), Doubt::None);
  EXPECT_EQ(doubt(std::vector<double>(32, 0.9)), Doubt::LittleGain);
  EXPECT_EQ(doubt(unsure), Doubt::None);
}

TEST(SmallLayers, StayIntegerWhereTimeEnds) {
  QuantizeOptions options = stated(2);
  options.contest.chooseSeconds = 0;
  auto result = quantized(options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(result->contest.floats.isCutShort);
  EXPECT_EQ(result->contest.floats.samples, 0);
  EXPECT_EQ(result->tried[0].integerLayers, 2);
  EXPECT_TRUE(llvm::any_of(result->remarks, [](const Remark &remark) {
    return remark.text.find("time ended the choice of float layers") == 0;
  }));
}

// A bound that nothing holds: what is told is of the network that comes out, not of the first one.
TEST(SmallLayers, AreThoseOfTheLastNetwork) {
  QuantizeOptions options = stated(2);
  options.recipe.calibrator = "";
  options.gates.minSqnr = 200;
  auto result = quantized(options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  const std::string recipe = result->tried.back().recipe;
  EXPECT_NE(recipe, result->contest.chosen);
  options.recipe.calibrator = recipe.substr(recipe.find(", ") + 2);
  auto alone = quantized(options);
  ASSERT_TRUE(alone.ok()) << alone.status().message();
  EXPECT_EQ(alone->contest.floats.before, result->contest.floats.before);
  EXPECT_EQ(alone->contest.floats.after, result->contest.floats.after);
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
  choice = {.isCutShort = true};
  EXPECT_EQ(run::noteOf(choice),
            "time ended the choice of float layers, and another machine may choose others");
  choice = {{"a"}, 1, 64, 15, 18, "", true};
  EXPECT_EQ(run::noteOf(choice), "1 small layer stays float, 1.0 % of all multiply-adds: 18.0 dB "
                                 "for 15.0 on 64 samples that calibrate; time ended the choice of "
                                 "float layers, and another machine may choose others");
}

} // namespace
